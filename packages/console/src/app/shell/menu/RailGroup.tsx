import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MenuList } from '../../../theme/control/menu/Menu.tsx';
import type { MenuEntry } from '../../routes/menu.ts';
import { MenuIcon } from './menuIcons.tsx';
import styles from './SideMenu.module.css';

/** Delay before the menu closes, so that the pointer can move from the icon to the menu. */
const LEAVE_MS = 150;

/** The menu beside the rail; when hovering opens it, it does not take the focus. */
const useFlyout = () => {
  const [open, setOpen] = useState<{ anchor: HTMLElement; start: 'none' | 'menu' | 'line' }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const button = useRef<HTMLButtonElement>(null);
  const show = (start: 'none' | 'menu' | 'line') => {
    clearTimeout(timer.current);
    if (button.current) setOpen({ anchor: button.current, start });
  };
  const close = () => setOpen(undefined);
  return {
    button,
    open,
    show,
    close,
    enter: () => (open ? clearTimeout(timer.current) : show('none')),
    leave: () => {
      timer.current = setTimeout(close, LEAVE_MS);
    },
  };
};

/** A group of the collapsed menu: an icon with the menu of its pages. */
export function RailGroup({
  entry,
  active,
}: {
  entry: Extract<MenuEntry, { kind: 'group' }>;
  active: string;
}) {
  const { t } = useTranslation('shell');
  const { button, open, show, close, enter, leave } = useFlyout();
  const title = t(`menu.${entry.key}`);
  const isActive = entry.routes.some((route) => route.path === active);
  return (
    <li
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && enter()}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && leave()}
    >
      <button
        ref={button}
        type="button"
        className={`${styles.group} ${isActive ? styles.active : ''}`}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        onClick={() => (open && open.start !== 'none' ? close() : show('menu'))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowRight') return;
          event.preventDefault();
          show('line');
        }}
      >
        <MenuIcon path={entry.key} />
        <span className="visually-hidden">{title}</span>
      </button>
      {open && (
        <MenuList
          label={title}
          anchor={open.anchor}
          start={open.start}
          side="beside"
          onClose={close}
          items={[
            { heading: title },
            ...entry.routes.map((route) => ({
              key: route.path,
              isLink: true,
              isCurrent: route.path === active,
              label: (
                <Link to={route.path} tabIndex={-1}>
                  {t(`route.${route.name}`)}
                </Link>
              ),
            })),
          ]}
        />
      )}
    </li>
  );
}
