import type { KeyboardEvent, PointerEvent } from 'react';

type Props = {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (width: number) => void;
  className?: string | undefined;
};

const STEP = 16;

/** A divider between two panels, moved by pointer or keyboard. */
export function Splitter({ label, value, min, max, onChange, className }: Props) {
  const change = (width: number) => onChange(Math.min(max, Math.max(min, width)));
  const onPointerDown = (event: PointerEvent<HTMLHRElement>) => {
    const line = event.currentTarget;
    const shift = event.clientX - value;
    line.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => change(moved.clientX - shift);
    line.addEventListener('pointermove', move);
    line.addEventListener('pointerup', () => line.removeEventListener('pointermove', move), { once: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: value - STEP, ArrowRight: value + STEP, Home: min, End: max }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    change(to);
  };
  return (
    <hr
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={className}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
