import { Tooltip } from 'antd';
import { type CSSProperties, type ReactNode, useRef, useState } from 'react';

/** One line that ends in an ellipsis; the whole text shows on hover and on focus, only when it is cut. */
export function OverflowText(props: {
  children: ReactNode;
  /** Text of the tooltip when it differs from what is shown. */
  title?: ReactNode;
  className?: string;
  style?: CSSProperties;
}) {
  const ref = useRef<HTMLSpanElement>(null);
  const [isCut, setIsCut] = useState(false);
  const measure = (willShow: boolean) => {
    const element = ref.current;
    setIsCut(willShow && element !== null && element.scrollWidth > element.clientWidth);
  };
  return (
    <Tooltip
      title={props.title ?? props.children}
      open={isCut}
      onOpenChange={measure}
      trigger={['hover', 'focus']}
    >
      <span
        ref={ref}
        className={`ell ${props.className ?? ''}`}
        style={{ display: 'block', minWidth: 0, ...props.style }}
      >
        {props.children}
      </span>
    </Tooltip>
  );
}
