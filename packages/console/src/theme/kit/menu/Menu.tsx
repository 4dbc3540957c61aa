import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { enabledItems, itemFor, placeMenu } from './menuKeys.ts';

/** The classes opener, menu, item, check, label, hint, heading and line, and the mark of a checked line. */
export type MenuSkin = { styles: Readonly<Record<string, string>>; mark: ReactNode };

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

/** What a menu that opens at an element is given. */
export type MenuListProps = {
  skin: MenuSkin;
  id?: string;
  /** Name of the menu. */
  label: string;
  items: readonly MenuItem[];
  /** What the menu opens at; null keeps it closed. */
  anchor: HTMLElement | null;
  align?: 'start' | 'end';
  onClose: () => void;
};

/** A menu that opens at an element and gives the focus back to it. */
export function MenuList({ skin, id, label, items, anchor, align = 'start', onClose }: MenuListProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = menu.current;
    if (!list || !anchor) return;
    list.showPopover();
    placeMenu(list, anchor, align);
    (list.querySelector<HTMLElement>('[aria-checked="true"]') ?? enabledItems(list)[0])?.focus();
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
      className={skin.styles.menu}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Tab') return close();
        const next = itemFor(event.currentTarget, event);
        if (!next) return;
        event.preventDefault();
        next.focus();
      }}
    >
      {items.map((item) => (
        <MenuLine key={item.key} skin={skin} item={item} onChoose={() => choose(item)} />
      ))}
    </div>
  );
}

/** What a button with a menu is given. */
export type MenuProps = {
  skin: MenuSkin;
  /** Name of the button and of the menu. */
  label: string;
  items: readonly MenuItem[];
  button: ReactNode;
  buttonClass?: string | undefined;
  align?: 'start' | 'end';
  /** Shows the name as a tooltip, for buttons without words. */
  hasTip?: boolean;
};

/** A button that opens a menu. */
export function Menu({ skin, label, items, button, buttonClass = '', align = 'start', hasTip }: MenuProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className={`${skin.styles.opener} ${buttonClass}`}
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
        skin={skin}
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

type LineProps = { skin: MenuSkin; item: MenuItem; onChoose: () => void };

function MenuLine({ skin, item, onChoose }: LineProps) {
  if ('separator' in item) return <hr className={skin.styles.line} />;
  if ('heading' in item)
    return (
      <div className={skin.styles.heading} role="presentation">
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
      className={skin.styles.item}
      onClick={onChoose}
    >
      <span className={skin.styles.check}>{item.checked && skin.mark}</span>
      <span className={skin.styles.label}>{item.label}</span>
      {item.hint && <span className={skin.styles.hint}>{item.hint}</span>}
    </button>
  );
}
