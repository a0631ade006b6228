// Messages to this browser when it is somebody's turn at a table by the day, also when no window of the house is open.
import { to } from '../lib/root';
import { house, pushTo } from './api';
import { tokensFor } from './keys';

const KEY = 'zauber.bells';
type Ringing = 'off' | 'on' | 'busy' | 'denied' | 'failed';

/** The tables that this browser is told of. */
function tables(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as string[]) : [];
  } catch {
    return [];
  }
}

function note(table: string, on: boolean): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...(on ? [table] : []), ...tables().filter((kept) => kept !== table)].slice(0, 40)));
  } catch {
    // Without storage it is asked again next time.
  }
}

/** Browsers take messages only over HTTPS (or on this computer itself). */
export const canRing = (): boolean => isSecureContext && 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

async function subscription(): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = (await house()).push;
  if (!key) throw new Error('no key');
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const old = await pushManager.getSubscription(); // of a house that has other keys now
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

async function tell(table: string, on: boolean): Promise<void> {
  const { endpoint = '', keys = {} } = (await subscription()).toJSON();
  await pushTo(table, { tokens: tokensFor(table).slice(0, 9), endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '', on });
}

class Bell {
  ringing: Ringing = $state('off');

  constructor(private readonly table: string) {}

  /** On again for the seats that this browser holds now. */
  async wake(): Promise<void> {
    if (canRing() && Notification.permission === 'granted' && tables().includes(this.table)) await this.set(true);
  }

  async set(on: boolean): Promise<void> {
    this.ringing = 'busy';
    if (on && (await Notification.requestPermission()) !== 'granted') {
      this.ringing = 'denied';
      return;
    }
    try {
      await tell(this.table, on);
      note(this.table, on);
      this.ringing = on ? 'on' : 'off';
    } catch {
      this.ringing = 'failed';
    }
  }
}

const bells = new Map<string, Bell>();

/** The one bell of a table, wherever it is shown. */
export function bellOf(table: string): Bell {
  const found = bells.get(table) ?? new Bell(table);
  bells.set(table, found);
  return found;
}

/** The service worker shows the messages, and a friendly page where the house cannot be reached. */
export function hireWorker(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register(to('/sw.js'), { updateViaCache: 'none' }).catch(() => undefined);
}
