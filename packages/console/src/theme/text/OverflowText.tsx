import type { CSSProperties, ReactNode } from 'react';
import { useHoverTip } from './useHoverTip.tsx';

type Props = {
  children: ReactNode;
  /** Text of the tooltip when it differs from the content. */
  title?: ReactNode;
  className?: string;
  style?: CSSProperties;
};

const isCut = (element: HTMLElement): boolean => element.scrollWidth > element.clientWidth;

/** One line that ends in an ellipsis; the whole text shows on hover and on focus, only when it is cut. */
export function OverflowText({ children, title, className = '', style }: Props) {
  const { handlers, tip } = useHoverTip(isCut);
  return (
    <span className={`ell ${className}`} style={{ display: 'block', minWidth: 0, ...style }} {...handlers}>
      {children}
      {tip(title ?? children)}
    </span>
  );
}
