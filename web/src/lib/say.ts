// Phrases into sentences, with the same meaning as src/zauber/games/contract/phrases.py: a catalogue maps a key to a text with
// {arguments}, or to a choice: `you` when the argument `who` is the reader, `one`/`other` by the argument `n`.
// `{points:point|points}` is an argument with its noun; equal items of a list are said by number where there is a `.many`.

export type Text = string | { [choice: string]: Text };
export type Catalogue = Record<string, Text>;
export type Args = Readonly<Record<string, unknown>>;

export interface Phrase {
  readonly key: string;
  readonly args?: Args;
}

/** The phrase as a sentence; `names` are the seats' names and `reader` the seat that reads, if any. */
export function say(catalogue: Catalogue, phrase: Phrase, names: readonly string[] = [], reader: number | null = null): string {
  const args = phrase.args ?? {};
  let text = catalogue[phrase.key];
  if (text === undefined) throw new Error(`The catalogue has no words for “${phrase.key}”.`);
  while (typeof text !== 'string') {
    const choices: { [choice: string]: Text } = text;
    if ('you' in choices && reader !== null && args['who'] === reader) text = choices['you']!;
    else if (args['n'] === 1 && 'one' in choices) text = choices['one']!;
    else text = choices['other']!;
  }
  return fill(text, (name) => argument(catalogue, name, args[name], names, reader));
}

function fill(text: string, value: (name: string) => string): string {
  return text.replace(/\{\{|\}\}|\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g, (found, name?: string, one?: string, other?: string) => {
    if (name === undefined) return found[0]!;
    const words = value(name);
    return one === undefined ? words : `${words} ${/^[-−+]*1$/.test(words) ? one : other}`;
  });
}

/** The items in their order; those that the catalogue can say by number once, with how many there are. */
function counted(catalogue: Catalogue, items: readonly unknown[]): [unknown, number][] {
  const found: [unknown, number][] = [];
  for (const item of items) {
    if (typeof item !== 'string' || !item.startsWith('@') || !(`${item.slice(1)}.many` in catalogue)) found.push([item, 1]);
    else if (!found.some(([known]) => known === item)) found.push([item, items.filter((other) => other === item).length]);
  }
  return found;
}

function argument(
  catalogue: Catalogue,
  key: string,
  value: unknown,
  names: readonly string[],
  reader: number | null,
): string {
  if (key.startsWith('who') && typeof value === 'number') {
    if (value === reader && 'you' in catalogue) return String(catalogue['you']);
    return names[value] ?? String.fromCharCode(65 + value);
  }
  if (Array.isArray(value)) {
    const items = counted(catalogue, value).map(([item, n]) =>
      n > 1 ? say(catalogue, { key: `${String(item).slice(1)}.many`, args: { n } }, names, reader) : argument(catalogue, key, item, names, reader),
    );
    if (items.length < 2) return items.join('');
    const joined = String(catalogue['and'] ?? '{first} and {last}');
    const last = items.at(-1)!;
    return fill(joined, (name) => (name === 'first' ? items.slice(0, -1).join(', ') : last));
  }
  if (typeof value === 'string' && value.startsWith('@')) {
    return say(catalogue, { key: value.slice(1) }, names, reader);
  }
  return String(value);
}
