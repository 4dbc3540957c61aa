import type { CSSProperties, ReactNode } from 'react';
import { useHoverTip } from './useHoverTip.tsx';

type Props = {
  children: ReactNode;
  /** Content of the tooltip, if it is not the text itself. */
  title?: ReactNode;
  className?: string;
  style?: CSSProperties;
};

const isCut = (element: HTMLElement): boolean => element.scrollWidth > element.clientWidth;

/**
 * Text on one line, cut with an ellipsis; only if it is cut, a tooltip shows all of it on hover and focus.
 */
export function OverflowText({ children, title, className = '', style }: Props) {
  const { handlers, tip } = useHoverTip(isCut);
  return (
    <span className={`ell ${className}`} style={{ display: 'block', minWidth: 0, ...style }} {...handlers}>
      {children}
      {tip(title ?? children)}
    </span>
  );
}
