// A record that was opened from a file, until the page is left.
let text: string | null = null;

export function openRecord(given: string): void {
  text = given;
}

export const openedRecord = (): string | null => text;
