// What stands on the velvet beside the house's name: the title of the page one is on, if it has one.
export const heading = $state({ text: '' });

/** Inside an effect: shows a title until the page is left. */
export function titled(text: string): () => void {
  heading.text = text;
  return () => {
    if (heading.text === text) heading.text = '';
  };
}
