import type { ReactNode } from 'react';
import { Glyph, type GlyphName, type StatusKind } from '../icon/Glyph.tsx';
import styles from './status.module.css';

/** A status in tables: icon and text. With a good status or `plain`, the text has the normal colour. */
export function StatusText(props: {
  kind: StatusKind;
  glyph?: GlyphName;
  /** Drawn in place of the glyph, for what is no state. */
  icon?: ReactNode;
  plain?: boolean;
  children: ReactNode;
}) {
  const { kind, glyph, icon, plain = kind === 'ok', children } = props;
  return (
    <span className={styles.text}>
      <span className={`${styles.glyph} ${styles[kind]}`}>{icon ?? <Glyph name={glyph ?? kind} />}</span>
      <span className={plain ? '' : styles[kind]}>{children}</span>
    </span>
  );
}
