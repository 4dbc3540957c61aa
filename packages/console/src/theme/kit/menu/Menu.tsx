import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import type { MenuItem, MenuSkin } from './MenuItem.ts';
import { MenuPanel, type MenuStart } from './MenuPanel.tsx';
import type { Point, Side } from './placeLayer.ts';

/** Properties of an open menu. */
export type MenuListProps = {
  skin: MenuSkin;
  id?: string;
  /** Name of the menu. */
  label: string;
  items: readonly MenuItem[];
  /** Shown above the items, such as a search field. */
  head?: ReactNode;
  /** The element or the position at which the menu opens. */
  anchor: HTMLElement | Point;
  side?: Side['side'];
  align?: Side['align'];
  start?: MenuStart;
  onClose: () => void;
};

/** An open menu. When it closes, it returns the focus, unless a click outside closed it. */
export function MenuList({
  side = 'below',
  align = 'start',
  start = 'menu',
  onClose,
  ...rest
}: MenuListProps) {
  const { anchor } = rest;
  const before = useRef(anchor instanceof HTMLElement ? anchor : document.activeElement);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const closeFromOutside = ({ target }: PointerEvent) => {
      const isInside = target instanceof Element && target.closest('[data-menu]');
      const isOpener = target instanceof Node && anchor instanceof HTMLElement && anchor.contains(target);
      if (!isInside && !isOpener) close();
    };
    document.addEventListener('pointerdown', closeFromOutside, true);
    return () => document.removeEventListener('pointerdown', closeFromOutside, true);
  }, [anchor]);
  const done = () => {
    onClose();
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return <MenuPanel {...rest} side={side} align={align} start={start} onBack={done} onDone={done} />;
}

/** Properties of a menu button. */
export type MenuOpener = {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

/** Props of a button with a menu. */
export type MenuProps = Pick<MenuListProps, 'skin' | 'label' | 'items' | 'head' | 'align'> & {
  onOpen?: () => void;
  /** Draws the button. */
  children: (opener: MenuOpener) => ReactNode;
};

/** A button that opens a menu. */
export function Menu({ children, onOpen, ...rest }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState<{ anchor: HTMLElement; start: MenuStart }>();
  const show = (anchor: HTMLElement, start: MenuStart) => {
    onOpen?.();
    setOpen({ anchor, start });
  };
  const opener: MenuOpener = {
    'aria-haspopup': 'menu',
    'aria-expanded': open !== undefined,
    'aria-controls': open && id,
    onClick: ({ currentTarget }) => (open ? setOpen(undefined) : show(currentTarget, 'menu')),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      show(event.currentTarget, 'line');
    },
  };
  return (
    <>
      {children(opener)}
      {open && <MenuList {...rest} {...open} id={id} onClose={() => setOpen(undefined)} />}
    </>
  );
}
