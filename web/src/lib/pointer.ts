// Where a pointer can rest on things without pressing them.

/** Whether a pointer came to rest on something. After a tap a browser may tell of a mouse that is not there. */
export const rests = (event: PointerEvent): boolean => event.pointerType === 'mouse' && matchMedia('(hover: hover)').matches;
