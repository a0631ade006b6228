// When the result is shown: players see the last scene to its end first; whoever arrives later gets the result at once.
import { untrack } from 'svelte';
import { motion } from './settings.svelte';

const LAST_LOOK = 1400; // milliseconds at normal pace that the end of a match is looked at

export class Ended {
  /** The last scene has been seen. */
  done = $state(false);
  /** The table is looked at instead of the result. */
  looking = $state(false);

  /** `over`: whether the match is over, null before anything is shown; `time`: how long its last events are shown;
   * `stays`: the end stays on the stage until somebody asks for the result. */
  constructor(over: () => boolean | null, time: () => number, stays: () => boolean) {
    let began = false;
    $effect(() => {
      const now = over();
      if (!now) {
        this.done = this.looking = false;
        began ||= now !== null;
        return;
      }
      const wait = untrack(() => (began ? time() + LAST_LOOK * motion.pace : 0));
      const lasting = untrack(() => began && motion.pace > 0 && stays());
      const timer = setTimeout(() => {
        this.done = true;
        this.looking = lasting;
      }, wait);
      return () => clearTimeout(timer);
    });
  }
}
