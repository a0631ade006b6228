// The control of one move lights up on the stage, for a hint. A stage marks what plays a move, or is the first step to it,
// with `data-plays`: the numbers of those moves, with spaces between them. A rule of style finds it, so that it stays lit
// whatever the stage does meanwhile, and what appears with the next step is lit at once.
let sheet: CSSStyleSheet | null = null;

/** The value of `data-plays` for some moves; none: no attribute. */
export const plays = (...actions: readonly (number | null | undefined)[]): string | undefined => actions.filter((action) => action !== null && action !== undefined).join(' ') || undefined;

/** What plays this move is lit, and nothing else. */
export function light(move: { action: number; notation: string } | null): void {
  if (!sheet) document.adoptedStyleSheets.push((sheet = new CSSStyleSheet()));
  const rule = (part: string) => `${part} { outline: 4px solid var(--lit, #ffb300) !important; outline-offset: 2px; opacity: 1 !important; animation: lit 1.1s ease-in-out infinite alternate; }`;
  sheet.replaceSync(move ? `${rule(`.house .stage [data-plays~="${move.action}"]`)} ${rule(`.moves [data-move="${CSS.escape(move.notation)}"]`)}` : '');
}

/** What is lit on the stage now. */
export const lit = (action: number): Element | null => document.querySelector(`.house .stage [data-plays~="${action}"]`);
