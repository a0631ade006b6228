// The address under which others find a page of the house. One that is good on this machine alone is no use to a phone: then the
// house is asked for its address in the local network, if it has one.
import { house } from '../net/api';
import { to } from './root';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

export class GuestLink {
  private lan: string | null = $state(null);
  private readonly local = LOOPBACK.test(location.hostname);

  constructor(private readonly path: () => string) {
    if (this.local) house().then((found) => (this.lan = found.lan), () => undefined);
  }

  get address(): string {
    return (this.lan ?? location.origin) + to(this.path());
  }

  /** Whether it opens on this machine alone. */
  get onlyHere(): boolean {
    return this.local && this.lan === null;
  }
}
