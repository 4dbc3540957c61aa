import { Tooltip } from 'antd';
import {
  type KeyboardEventHandler,
  type MouseEventHandler,
  type ReactNode,
  type Ref,
  useRef,
  useState,
} from 'react';
import styles from './IconButton.module.css';

/** A button with an icon; its name is shown as a tooltip on hover and focus. */
export function IconButton(props: {
  icon: ReactNode;
  tip: string;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  onKeyDown?: KeyboardEventHandler<HTMLButtonElement>;
  active?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** Width and height in pixels, 32 by default. */
  size?: number;
  /** Shown at the corner, such as a count. */
  badge?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  className?: string;
  'aria-controls'?: string | undefined;
  'aria-expanded'?: boolean;
  'aria-haspopup'?: 'menu' | 'dialog' | 'listbox';
  'aria-pressed'?: boolean;
}) {
  const { icon, tip, active, danger, size = 32, badge, className, onClick, ...rest } = props;
  const [isTold, setTold] = useState(false);
  // The tooltip has a delay, and after a press it must not cover what the press has opened.
  const isPressed = useRef(false);
  const names = [styles.button, active && styles.active, danger && styles.danger, className].filter(Boolean);
  return (
    <Tooltip
      title={tip}
      mouseEnterDelay={0.3}
      open={isTold}
      onOpenChange={(open) => setTold(open && !isPressed.current)}
    >
      <button
        {...rest}
        onClick={(event) => {
          isPressed.current = true;
          setTold(false);
          onClick?.(event);
        }}
        onPointerLeave={() => {
          isPressed.current = false;
        }}
        onFocus={({ currentTarget }) => {
          isPressed.current = false;
          // Only for the keyboard: mouse users see the tooltip on hover.
          if (currentTarget.matches(':focus-visible')) setTold(true);
        }}
        onBlur={() => setTold(false)}
        type="button"
        aria-label={tip}
        className={names.join(' ')}
        style={{ width: size, height: size }}
      >
        {icon}
        {badge}
      </button>
    </Tooltip>
  );
}
