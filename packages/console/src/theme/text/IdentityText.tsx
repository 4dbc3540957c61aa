import type { ReactNode } from 'react';
import styles from './IdentityText.module.css';
import { identityOf } from './identity.ts';
import { useHoverTip } from './useHoverTip.tsx';

const isCut = (element: HTMLElement): boolean => {
  const name = element.firstElementChild;
  return (
    element.scrollHeight > element.clientHeight + 1 || (name?.scrollWidth ?? 0) > (name?.clientWidth ?? 0)
  );
};

type Props = {
  /** The text of the server: `name(detail)`. */
  children: string;
  icon?: ReactNode;
  /** Sets both parts in the code font. */
  isFact?: boolean;
  /** Makes a link of the name. */
  link?: (name: string) => ReactNode;
};

/**
 * Who or what a log names, on one line: the name, then its username or address in grey where there is room; a
 * tooltip shows what was cut.
 */
export function IdentityText({ children, icon, isFact = false, link }: Props) {
  const { name, detail } = identityOf(children);
  const hover = useHoverTip(isCut);
  const text = (
    <span className={`${styles.identity} ${isFact ? 'mono' : ''}`} {...hover.handlers}>
      <span className={`${styles.name} ell`}>{link ? link(name) : name}</span>
      {detail && (
        <>
          {' '}
          <span className={`${styles.detail} mono`}>{detail}</span>
        </>
      )}
      {hover.tip(detail ? `${name} (${detail})` : name)}
    </span>
  );
  if (!icon) return text;
  return (
    <span className={styles.cell}>
      {icon}
      {text}
    </span>
  );
}
