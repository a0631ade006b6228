// What the house asks of everybody: in a house for children names come from its list, and nobody writes free text.
import { house } from '../net/api';

export const manners: { children: boolean; names: readonly string[] } = $state({ children: false, names: [] });

/** Asked once per visit. */
export async function learnManners(): Promise<void> {
  const found = await house().catch(() => null);
  if (found) Object.assign(manners, { children: found.children, names: found.names });
}
