import type { ReactNode } from 'react';

/** What a status means to users; determines its colour. */
export type StatusKind = 'ok' | 'run' | 'wait' | 'warn' | 'bad' | 'off';
/** Small icons of statuses, so that colour is not needed to tell them apart. */
export type GlyphName = StatusKind | 'done' | 'paused' | 'unknown' | 'stopped';

const drawings: Record<GlyphName, ReactNode> = {
  ok: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  run: (
    <>
      <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeOpacity=".3" strokeWidth="1.8" />
      <path
        d="M5 1.4a3.6 3.6 0 0 1 3.6 3.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </>
  ),
  wait: (
    <>
      <circle cx="5" cy="5" r="3.7" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M5 1.3a3.7 3.7 0 0 1 0 7.4z" fill="currentColor" />
    </>
  ),
  warn: <path d="M5 .9 9.5 9H.5z" fill="currentColor" strokeLinejoin="round" />,
  bad: (
    <path d="M1.6 1.6 8.4 8.4M8.4 1.6 1.6 8.4" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  ),
  off: <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  done: (
    <path
      d="M1.2 5.3 4 8l4.8-6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  paused: <path d="M2 1.2h2.2v7.6H2zM5.8 1.2H8v7.6H5.8z" fill="currentColor" />,
  unknown: (
    <circle
      cx="5"
      cy="5"
      r="3.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="2 1.6"
    />
  ),
  stopped: <rect x="1.6" y="1.6" width="6.8" height="6.8" rx="1" fill="currentColor" />,
};

/** Draws a status glyph in the current colour. */
export function Glyph({ name, size = 10 }: { name: GlyphName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 10 10" aria-hidden="true" style={{ flex: 'none' }}>
      {drawings[name]}
    </svg>
  );
}
