import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../../replay/night/cx.ts';
import { Icon } from '../../replay/night/Icon.tsx';
import styles from './menu.module.css';

/** One line of a menu. */
export type MenuItem =
  | {
      key: string;
      label: ReactNode;
      hint?: string;
      checked?: boolean;
      disabled?: boolean;
      /** A group of items of which one is selected. */
      isChoice?: boolean;
      onSelect: () => void;
    }
  | { key: string; separator: true }
  | { key: string; heading: ReactNode };

const stops = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])') ?? []),
];

const moveIn = (menu: HTMLElement | null, event: KeyboardEvent) => {
  const list = stops(menu);
  const at = list.indexOf(document.activeElement as HTMLElement);
  const target = {
    ArrowDown: list[(at + 1) % list.length],
    ArrowUp: list[(at - 1 + list.length) % list.length],
    Home: list[0],
    End: list.at(-1),
  }[event.key];
  const typed = event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey;
  const starts = (one: HTMLElement) =>
    one.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()) ?? false;
  const found = target ?? (typed ? [...list.slice(at + 1), ...list].find(starts) : undefined);
  if (!found) return;
  event.preventDefault();
  found.focus();
};

const place = (menu: HTMLElement, button: HTMLElement, align: 'start' | 'end') => {
  const box = button.getBoundingClientRect();
  menu.style.top = `${Math.min(box.bottom + 4, window.innerHeight - menu.offsetHeight - 8)}px`;
  const left = align === 'start' ? box.left : box.right - menu.offsetWidth;
  menu.style.left = `${Math.max(8, Math.min(left, window.innerWidth - menu.offsetWidth - 8))}px`;
};

type ListProps = {
  id?: string;
  /** Name of the menu. */
  label: string;
  items: readonly MenuItem[];
  /** The element the menu opens at; null keeps it closed. */
  anchor: HTMLElement | null;
  align?: 'start' | 'end';
  onClose: () => void;
};

/** A menu that opens at an element and returns the focus to it. */
export function MenuList({ id, label, items, anchor, align = 'start', onClose }: ListProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = menu.current;
    if (!list || !anchor) return;
    list.showPopover();
    place(list, anchor, align);
    (list.querySelector<HTMLElement>('[aria-checked="true"]') ?? stops(list)[0])?.focus();
  }, [anchor, align]);
  const close = () => {
    menu.current?.hidePopover();
    anchor?.focus();
  };
  const choose = (item: MenuItem) => {
    if (!('onSelect' in item) || item.disabled) return;
    close();
    item.onSelect();
  };
  return (
    <div
      id={id}
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Tab') close();
        else moveIn(menu.current, event);
      }}
    >
      {items.map((item) => (
        <MenuLine key={item.key} item={item} onChoose={() => choose(item)} />
      ))}
    </div>
  );
}

type Props = {
  /** Name of the button and of the menu. */
  label: string;
  items: readonly MenuItem[];
  button: ReactNode;
  buttonClass?: string | undefined;
  align?: 'start' | 'end';
  /** Shows the name as a tooltip, for buttons without text. */
  hasTip?: boolean;
};

/** A button that opens a menu. */
export function Menu({ label, items, button, buttonClass, align = 'start', hasTip = false }: Props) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className={cx(styles.opener, buttonClass)}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={id}
        data-tip={hasTip && !anchor ? label : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setAnchor(event.currentTarget);
        }}
      >
        {button}
      </button>
      <MenuList
        id={id}
        label={label}
        items={items}
        anchor={anchor}
        align={align}
        onClose={() => setAnchor(null)}
      />
    </>
  );
}

function MenuLine({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  if ('separator' in item) return <hr className={styles.line} />;
  if ('heading' in item)
    return (
      <div className={styles.heading} role="presentation">
        {item.heading}
      </div>
    );
  const checkable = item.checked !== undefined;
  const kind = item.isChoice ? 'menuitemradio' : 'menuitemcheckbox';
  const meaning = checkable ? { role: kind, 'aria-checked': item.checked } : { role: 'menuitem' };
  return (
    <button
      type="button"
      {...meaning}
      tabIndex={-1}
      aria-disabled={item.disabled || undefined}
      className={styles.item}
      onClick={onChoose}
    >
      <span className={styles.check}>{item.checked && <Icon of={CheckOutlined} size={12} />}</span>
      <span className={styles.label}>{item.label}</span>
      {item.hint && <span className={styles.hint}>{item.hint}</span>}
    </button>
  );
}
