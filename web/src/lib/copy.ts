// Copying a text. Browsers offer their clipboard only to pages that came over TLS; elsewhere it is copied out of a field.

/** Whether the text has been copied. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    field.readOnly = true;
    field.style.cssText = 'position: fixed; top: 0; opacity: 0';
    (before?.closest('dialog') ?? document.body).append(field); // what is outside an open dialog cannot be selected
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return done;
  }
}
