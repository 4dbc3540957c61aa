const EDGE = 8;
const GAP = 4;
/** Distance in pixels between an item and its submenu; wide enough for the frame of the menu. */
const GAP_BESIDE = 8;

/** A position in the window, for menus that open at the pointer. */
export type Point = { x: number; y: number };

/** Where a layer opens: below or beside its anchor, aligned with the anchor's start or end. */
export type Side = { side: 'below' | 'beside'; align: 'start' | 'end' };

const boxOf = (anchor: Element | Point) => {
  if (anchor instanceof Element) return anchor.getBoundingClientRect();
  return { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y };
};

const into = (value: number, room: number) => Math.max(EDGE, Math.min(value, room - EDGE));

/**
 * Places a layer below or beside its anchor, or above or on the other side if it fits only there, and within
 * the window.
 */
export const placeLayer = (layer: HTMLElement, anchor: Element | Point, { side, align }: Side): void => {
  const box = boxOf(anchor);
  const { offsetWidth: width, offsetHeight: height } = layer;
  const at = { left: 0, top: 0 };
  const isPoint = !(anchor instanceof Element);
  if (side === 'below') {
    const gap = isPoint ? 0 : GAP;
    const isBelow = box.bottom + gap + height + EDGE <= window.innerHeight || box.top - gap - height < EDGE;
    at.top = isBelow ? box.bottom + gap : box.top - gap - height;
    at.left = align === 'start' ? box.left : box.right - width;
  } else {
    const gap = isPoint ? 0 : GAP_BESIDE;
    const isRight = box.right + gap + width + EDGE <= window.innerWidth || box.left - gap - width < EDGE;
    at.left = isRight ? box.right + gap : box.left - gap - width;
    at.top = box.top - GAP;
  }
  layer.style.left = `${into(at.left, window.innerWidth - width)}px`;
  layer.style.top = `${into(at.top, window.innerHeight - height)}px`;
};
