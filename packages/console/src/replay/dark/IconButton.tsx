import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './controls.module.css';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  icon: IconDefinition;
  /** Name of the button, shown as its tooltip on hover and focus. */
  tip: string;
  size?: number;
  isOn?: boolean;
  /** Side of the tooltip. */
  tipSide?: 'below' | 'left' | 'above';
  ref?: Ref<HTMLButtonElement>;
};

/** A square button with an icon and a name. */
export function IconButton({
  icon,
  tip,
  size = 15,
  isOn,
  tipSide = 'below',
  className,
  ref,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      ref={ref}
      aria-label={tip}
      className={cx(styles.iconButton, isOn && styles.on, className)}
      data-tip={tip}
      data-tip-side={tipSide}
      {...rest}
    >
      <Icon of={icon} size={size} />
    </button>
  );
}
