// The tab of the page: its icon has a red dot when it is one's turn, since the tab may be in the background.
import { to } from './root';

export function markTab(turn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const address = to(turn ? '/icon-turn.svg' : '/icon.svg');
  if (icon && icon.getAttribute('href') !== address) icon.setAttribute('href', address);
}
