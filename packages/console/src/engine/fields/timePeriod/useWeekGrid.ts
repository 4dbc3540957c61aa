import { HALF_HOURS } from '@gatehouse/contract/acls/timePeriod.ts';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

/** A half-hour of the week: the row it is shown in, and the half-hour of the day. */
export type Spot = { row: number; half: number };

type Paint = { from: Spot; to: Spot; isOn: boolean };

const ROWS = 7;

const steps: Readonly<Record<string, (spot: Spot) => Spot>> = {
  ArrowRight: ({ row, half }) => ({ row, half: Math.min(half + 1, HALF_HOURS - 1) }),
  ArrowLeft: ({ row, half }) => ({ row, half: Math.max(half - 1, 0) }),
  ArrowDown: ({ row, half }) => ({ row: Math.min(row + 1, ROWS - 1), half }),
  ArrowUp: ({ row, half }) => ({ row: Math.max(row - 1, 0), half }),
  Home: ({ row }) => ({ row, half: 0 }),
  End: ({ row }) => ({ row, half: HALF_HOURS - 1 }),
};

const isBetween = (value: number, one: number, other: number) =>
  Math.min(one, other) <= value && value <= Math.max(one, other);

/** Whether a painted area covers a half-hour. */
const covers = ({ from, to }: Paint, { row, half }: Spot): boolean =>
  isBetween(row, from.row, to.row) && isBetween(half, from.half, to.half);

const spotOf = (element: Element | null | undefined): Spot | undefined => {
  const { row, half } = element instanceof HTMLElement ? element.dataset : {};
  return row !== undefined && half !== undefined ? { row: Number(row), half: Number(half) } : undefined;
};

/**
 * Painting of a week by pointer and keys: a drag or Shift with an arrow key gives a rectangle the state that its
 * first half-hour takes.
 */
export const useWeekGrid = (
  rows: readonly (readonly boolean[])[],
  onPaint: (rows: boolean[][]) => void,
  disabled: boolean,
) => {
  const [focus, setFocus] = useState<Spot>({ row: 0, half: 0 });
  const [paint, setPaint] = useState<Paint>();
  const anchor = useRef<Paint>(undefined);
  const stateAt = (spot: Spot): boolean =>
    paint && covers(paint, spot) ? paint.isOn : rows[spot.row]?.[spot.half] === true;
  const fill = (area: Paint) =>
    onPaint(
      rows.map((day, row) => day.map((isOn, half) => (covers(area, { row, half }) ? area.isOn : isOn))),
    );
  const toggle = (spot: Spot) => {
    const area = { from: spot, to: spot, isOn: !stateAt(spot) };
    anchor.current = area;
    fill(area);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (!disabled) toggle(focus);
      return;
    }
    const next = steps[event.key]?.(focus);
    if (!next) return;
    event.preventDefault();
    setFocus(next);
    event.currentTarget
      .querySelector<HTMLElement>(`[data-row="${next.row}"][data-half="${next.half}"]`)
      ?.focus();
    if (!event.shiftKey) anchor.current = undefined;
    else if (!disabled) {
      anchor.current = { from: focus, isOn: stateAt(focus), ...anchor.current, to: next };
      fill(anchor.current);
    }
  };
  const pointer = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const spot = spotOf(event.target as Element);
      if (!spot || disabled || event.button !== 0) return;
      setFocus(spot);
      setPaint({ from: spot, to: spot, isOn: !stateAt(spot) });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!paint) return;
      // A finger stays with the cell it touched first, so the cell below it is looked up.
      const found = document.elementFromPoint?.(event.clientX, event.clientY);
      const spot = spotOf(found) ?? spotOf(event.target as Element);
      if (spot) setPaint({ ...paint, to: spot });
    },
    onPointerUp: () => {
      if (paint) fill(paint);
      setPaint(undefined);
    },
    onPointerCancel: () => setPaint(undefined),
  };
  return { focus, setFocus, stateAt, grid: { ...pointer, onKeyDown } };
};
