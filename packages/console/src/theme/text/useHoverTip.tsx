import { Tooltip } from 'antd';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { createPortal } from 'react-dom';

/** A tooltip at a position; the element it points to lets the pointer through. */
const Tip = ({ title, at }: { title: ReactNode; at: DOMRect }) => {
  const { left, top, width, height } = at;
  return createPortal(
    <Tooltip title={title} open>
      <span style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }} />
    </Tooltip>,
    document.body,
  );
};

/**
 * A tooltip that is created only on hover and focus, because a table may need a thousand. `handlers` belong
 * on the element and `tip` beside its content; `when` says whether an element gets one.
 */
export const useHoverTip = (when: (element: HTMLElement) => boolean = () => true) => {
  const [at, setAt] = useState<DOMRect>();
  const look = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
    setAt(when(currentTarget) ? currentTarget.getBoundingClientRect() : undefined);
  const leave = () => setAt(undefined);
  return {
    handlers: { onMouseEnter: look, onMouseLeave: leave, onFocus: look, onBlur: leave },
    tip: (title: ReactNode) => at && <Tip title={title} at={at} />,
  };
};
