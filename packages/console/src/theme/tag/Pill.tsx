import type { ReactNode } from 'react';
import { Glyph, type GlyphName, type StatusKind } from '../icon/Glyph.tsx';
import styles from './status.module.css';

/** A status in headers and on cards. */
export function Pill({
  kind,
  glyph,
  children,
}: {
  kind: StatusKind;
  glyph?: GlyphName;
  children: ReactNode;
}) {
  return (
    <span className={`${styles.pill} ${styles[kind]}`}>
      <Glyph name={glyph ?? kind} />
      {children}
    </span>
  );
}
