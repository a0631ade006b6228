// Where the house lies on its server: at the top, or under a path of a larger site (`zauber serve --url https://…/zauber`).
// The server writes the path into the page; every address of the house goes through `to`.

/** '' at the top, else a path such as '/zauber'. */
export const root: string = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="zauber-root"]')?.content ?? '';

/** The full path of one of the house's own addresses. */
export const to = (address: string, under = root): string => under + address;

/** The house's own address that a full path stands for; a path that is not the house's stays as it is. */
export function within(path: string, under = root): string {
  if (path === under) return '/';
  return under !== '' && path.startsWith(`${under}/`) ? path.slice(under.length) : path;
}
