import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { usePlatform } from '../../platform/Platform.tsx';

/** A press that moves at most this far is a click. */
const CLICK_PX = 5;
/** Distance that one press of an arrow key moves the handle. */
const STEP_PX = 24;
const STORED = 'chatHandleTop';
/** Below the top bar and the tags. */
const HIGHEST = 90;
const MARGIN = 64;

const within = (top: number) => Math.max(HIGHEST, Math.min(top, window.innerHeight - MARGIN));

/** A handle at the edge of the window: dragged or moved by arrow keys, clicked when not dragged. */
export const useHandle = (onClick: () => void) => {
  const { storage } = usePlatform();
  const [top, setTop] = useState(() => storage.getJson<number>(STORED) ?? window.innerHeight - 140);
  const press = useRef<{ y: number; x: number; top: number; isDrag: boolean } | undefined>(undefined);
  const wasDragged = useRef(false);
  const moveTo = (next: number) => {
    setTop(within(next));
    storage.setJson(STORED, within(next));
  };
  return {
    // If the window has shrunk, the style sheet keeps the handle inside it.
    style: { '--top': `${top}px` } as CSSProperties,
    onPointerDown: ({ clientX, clientY }: PointerEvent) => {
      wasDragged.current = false;
      press.current = { x: clientX, y: clientY, top: within(top), isDrag: false };
    },
    onPointerMove: ({ clientX, clientY, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
      const { current } = press;
      if (!current) return;
      const [right, down] = [clientX - current.x, clientY - current.y];
      if (!current.isDrag && Math.hypot(right, down) > CLICK_PX) {
        current.isDrag = true;
        currentTarget.setPointerCapture?.(pointerId);
      }
      if (current.isDrag) moveTo(current.top + down);
    },
    onPointerUp: () => {
      wasDragged.current = press.current?.isDrag ?? false;
      press.current = undefined;
    },
    onPointerCancel: () => {
      press.current = undefined;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = { ArrowUp: -STEP_PX, ArrowDown: STEP_PX }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      moveTo(within(top) + step);
    },
    onClick: () => {
      if (!wasDragged.current) onClick();
      wasDragged.current = false;
    },
  };
};
