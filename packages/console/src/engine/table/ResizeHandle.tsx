import type { PointerEvent } from 'react';
import styles from './DataTable.module.css';

const NARROWEST = 60;

type Props = { column: string; onResize: (widths: Record<string, number>) => void };

const drawnWidths = (handle: HTMLElement): Record<string, number> =>
  Object.fromEntries(
    [...(handle.closest('tr')?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])].map((head) => [
      head.dataset.column ?? '',
      head.offsetWidth,
    ]),
  );

/** A handle at the edge of a heading that resizes its column; the other columns keep their width. */
export function ResizeHandle({ column, onResize }: Props) {
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    const handle = event.currentTarget;
    const from = event.clientX;
    const ended = new AbortController();
    const { signal } = ended;
    handle.setPointerCapture(event.pointerId);
    const move = (to: { clientX: number }) => {
      handle.style.transform = `translateX(${to.clientX - from}px)`;
    };
    const end = (to: { clientX: number }) => {
      ended.abort();
      handle.style.transform = '';
      const widths = drawnWidths(handle);
      const width = Math.max(NARROWEST, (widths[column] ?? 0) + to.clientX - from);
      if (to.clientX !== from) onResize({ ...widths, [column]: width });
    };
    handle.addEventListener('pointermove', move, { signal });
    handle.addEventListener('pointerup', end, { signal });
    handle.addEventListener('pointercancel', () => end({ clientX: from }), { signal });
  };
  return <span aria-hidden="true" className={styles.resize} onPointerDown={begin} />;
}
