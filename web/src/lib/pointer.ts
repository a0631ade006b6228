// Hovering, as opposed to touching.

/** Whether this is a real hover. After a tap some browsers report a mouse that does not exist, and when a card is played
 * the one that slides under the finger would be taken for looked at. */
export const rests = (event: PointerEvent): boolean => event.pointerType === 'mouse' && matchMedia('(hover: hover)').matches;
