import type { HTMLAttributes } from 'react';
import type { MenuChoice, MenuSkin } from './MenuItem.ts';

type Props = {
  skin: MenuSkin;
  item: MenuChoice;
  isOpen: boolean;
  onChoose: (line: HTMLElement) => void;
  /** Called when the focus or a pointer other than a finger reaches the line. */
  onReach: (line: HTMLElement, isPointer: boolean) => void;
};

const roleOf = (item: MenuChoice): HTMLAttributes<HTMLElement> => {
  const { checked, isChoice, isCurrent, items } = item;
  if (checked !== undefined)
    return { role: isChoice ? 'menuitemradio' : 'menuitemcheckbox', 'aria-checked': checked };
  if (items) return { role: 'menuitem', 'aria-haspopup': 'menu' };
  return { role: 'menuitem', 'aria-current': isCurrent || undefined };
};

/** A line of a menu. */
export function MenuLine({ skin, item, isOpen, onChoose, onReach }: Props) {
  const { styles } = skin;
  const shared = {
    ...roleOf(item),
    'aria-expanded': item.items ? isOpen : undefined,
    'aria-disabled': item.disabled || undefined,
    'data-reason': (item.disabled && item.reason) || undefined,
    'data-key': item.key,
    tabIndex: -1,
    className: item.danger && !item.disabled ? `${styles.item} ${styles.danger}` : styles.item,
    onPointerEnter: ({ currentTarget, pointerType }: React.PointerEvent<HTMLElement>) =>
      pointerType !== 'touch' && onReach(currentTarget, true),
    onFocus: ({ currentTarget }: React.FocusEvent<HTMLElement>) => onReach(currentTarget, false),
    onClick: ({ currentTarget }: React.MouseEvent<HTMLElement>) => onChoose(currentTarget),
  };
  const content = (
    <>
      <span className={styles.check}>{(item.checked || item.isCurrent) && skin.mark}</span>
      {item.icon && <span className={styles.icon}>{item.icon}</span>}
      <span className={styles.label}>{item.label}</span>
      {item.hint && <span className={styles.hint}>{item.hint}</span>}
      {item.items && <span className={styles.hint}>{skin.more}</span>}
    </>
  );
  // Not a button, because a button must not contain a link.
  if (item.isLink) return <div {...shared}>{content}</div>;
  return (
    <button type="button" {...shared}>
      {content}
    </button>
  );
}
