// What a person has chosen for the house: theme, motion, sound, language, name. Kept in this browser alone.

export type Theme = 'auto' | 'day' | 'night';
export type Motion = 'auto' | 'on' | 'off';
export type Pace = 'slow' | 'normal' | 'fast';

/** A game against bots as it was chosen last. */
export interface Quick {
  seats: number;
  level: string;
  edition: string;
}

export interface Settings {
  theme: Theme;
  motion: Motion;
  /** How quickly things happen at a table, whether they move or not. */
  pace: Pace;
  sound: boolean;
  volume: number;
  language: string;
  name: string;
  buttons: boolean;
  /** By game. */
  quick: Record<string, Quick>;
  /** Dice are thrown and arrows spun for this person, without a touch. */
  throws: boolean;
  /** Tables that this person lays for friends have hints. */
  hints: boolean;
}

const KEY = 'zauber.settings';
const DEFAULTS: Settings = {
  theme: 'auto',
  motion: 'auto',
  pace: 'normal',
  sound: false,
  volume: 0.6,
  language: 'en',
  name: '',
  buttons: false,
  quick: {},
  throws: false,
  hints: false,
};

/** What this browser has kept; once motion and pace were one choice. */
export function understood(text: string | null): Partial<Settings> {
  try {
    const found = JSON.parse(text ?? '{}') as Partial<Settings>;
    const old: string | undefined = found.motion;
    return old === 'slow' || old === 'normal' || old === 'fast' ? { ...found, motion: 'on', pace: old } : found;
  } catch {
    return {};
  }
}

function stored(): Partial<Settings> {
  try {
    return understood(localStorage.getItem(KEY));
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

const PACES: Record<Pace, number> = { slow: 2, normal: 1, fast: 0.55 };
const still = () => settings.motion === 'off' || (settings.motion === 'auto' && system.still);

export const motion = {
  /** How much longer (or shorter) than drawn things move; 0 when nothing shall move. */
  get pace(): number {
    return still() ? 0 : PACES[settings.pace];
  },
  /** How much longer (or shorter) than usual there is to read, whether things move or not. */
  get reading(): number {
    return PACES[settings.pace];
  },
};

/** Follow the system's preferences, apply ours to the page, and store them. Call it once, inside an effect root. */
export function keepSettings(): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  const look = () => {
    system.night = dark.matches;
    system.still = reduced.matches;
  };
  look();
  dark.addEventListener('change', look);
  reduced.addEventListener('change', look);
  const stop = $effect.root(() => {
    $effect(() => {
      document.documentElement.dataset.theme = theme.night ? 'night' : 'day';
    });
    $effect(() => {
      document.documentElement.dataset.motion = still() ? 'off' : settings.pace;
    });
    $effect(() => {
      document.documentElement.lang = settings.language;
    });
    $effect(() => {
      const text = JSON.stringify(settings);
      try {
        localStorage.setItem(KEY, text);
      } catch {
        // Without storage the choice lasts for this visit only.
      }
    });
  });
  return () => {
    stop();
    dark.removeEventListener('change', look);
    reduced.removeEventListener('change', look);
  };
}
