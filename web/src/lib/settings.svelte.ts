// What a person has chosen for the house: theme, motion, sound, language, name. Kept in this browser alone.

export type Theme = 'auto' | 'day' | 'night';
export type Motion = 'auto' | 'slow' | 'normal' | 'fast' | 'off';

export interface Settings {
  theme: Theme;
  motion: Motion;
  sound: boolean;
  volume: number;
  language: string;
  name: string;
  buttons: boolean;
}

const KEY = 'zauber.settings';
const DEFAULTS: Settings = {
  theme: 'auto',
  motion: 'auto',
  sound: false,
  volume: 0.6,
  language: 'en',
  name: '',
  buttons: false,
};

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

const system = $state({ night: false, still: false });

export const theme = {
  get night(): boolean {
    return settings.theme === 'night' || (settings.theme === 'auto' && system.night);
  },
};

/** How much longer (or shorter) than drawn things move; 0 when nothing shall move. */
export const motion = {
  get pace(): number {
    const paces = { slow: 2, normal: 1, fast: 0.55, off: 0, auto: system.still ? 0 : 1 };
    return paces[settings.motion];
  },
};

/** Watch the system's wishes and write ours to the page and the storage. To be called once, inside an effect root. */
export function keepSettings(): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const look = () => {
    system.night = dark.matches;
    system.still = still.matches;
  };
  look();
  dark.addEventListener('change', look);
  still.addEventListener('change', look);
  const stop = $effect.root(() => {
    $effect(() => {
      document.documentElement.dataset.theme = theme.night ? 'night' : 'day';
    });
    $effect(() => {
      const words = { slow: 'slow', normal: 'normal', fast: 'fast', off: 'off', auto: system.still ? 'off' : 'normal' };
      document.documentElement.dataset.motion = words[settings.motion];
    });
    $effect(() => {
      document.documentElement.lang = settings.language;
    });
    $effect(() => {
      const text = JSON.stringify(settings);
      try {
        localStorage.setItem(KEY, text);
      } catch {
        // A closed storage only means that the choice lasts for this visit.
      }
    });
  });
  return () => {
    stop();
    dark.removeEventListener('change', look);
    still.removeEventListener('change', look);
  };
}
