import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useState } from 'react';
import { useTyped } from '../typeAhead.ts';
import { type MenuChoice, type MenuItem, type MenuSection, type MenuSkin, sectionsOf } from './MenuItem.ts';
import { MenuLine } from './MenuLine.tsx';
import { firstStop, stopFor } from './menuKeys.ts';
import type { Point, Side } from './placeLayer.ts';
import { useLayer } from './useLayer.ts';

/**
 * Where the focus goes when a menu opens: to the menu, to its checked, current or else first item, or
 * nowhere. An input in the menu's head takes precedence over menu and items.
 */
export type MenuStart = 'menu' | 'line' | 'none';

type Props = Side & {
  skin: MenuSkin;
  id?: string | undefined;
  label: string;
  items: readonly MenuItem[];
  /** Shown above the items, such as a search field. */
  head?: ReactNode;
  anchor: HTMLElement | Point;
  start: MenuStart;
  /** Closes this menu and returns the focus to the element that opened it. */
  onBack: () => void;
  /** Closes all menus. */
  onDone: () => void;
};

/** The item under the pointer or with the focus. */
type Reached = { item: MenuChoice; line: HTMLElement };

const linkIn = (element: Element | null) => element?.querySelector<HTMLElement>('a');

/** Handles the keys of a menu. */
const useMenuKeys = ({ side, onBack, onDone }: Props, openSub: (line: HTMLElement) => boolean) => {
  const addLetter = useTyped();
  return (event: KeyboardEvent<HTMLDivElement>) => {
    event.stopPropagation();
    const menu = event.currentTarget.querySelector<HTMLElement>('[role=menu]');
    const { key } = event;
    if (!menu || event.nativeEvent.isComposing) return;
    const line = document.activeElement?.closest<HTMLElement>('[role^=menuitem]') ?? null;
    const isField = event.target instanceof HTMLInputElement;
    if (key === 'Tab' && !(isField && !event.shiftKey)) return onDone();
    const act = (): boolean => {
      if (key === 'Escape' || (key === 'ArrowLeft' && side === 'beside')) {
        onBack();
        return true;
      }
      if (isField && key !== 'ArrowDown' && key !== 'Tab') return false;
      if (key === 'ArrowRight' && line && openSub(line)) return true;
      if ((key === 'Enter' || key === ' ') && linkIn(line)) {
        linkIn(line)?.click();
        return true;
      }
      const next = key === 'Tab' ? firstStop(menu) : stopFor(menu, event, addLetter);
      next?.focus();
      return next !== undefined;
    };
    if (act()) event.preventDefault();
  };
};

/** The item that the pointer or the focus has reached, and the item whose submenu is open. */
const useLines = ({ items, onDone }: Props) => {
  const [reached, setReached] = useState<Reached>();
  const [sub, setSub] = useState<Reached & { start: MenuStart }>();
  const openSub = (line: HTMLElement) => {
    const item = items.find((one) => 'label' in one && one.key === line.dataset.key);
    if (!item || !('label' in item) || !item.items || item.disabled) return false;
    setSub({ item, line, start: 'line' });
    return true;
  };
  const choose = (item: MenuChoice, line: HTMLElement) => {
    if (item.disabled || openSub(line)) return;
    onDone();
    item.onSelect?.();
  };
  const reach = (item: MenuChoice, line: HTMLElement, isPointer: boolean) => {
    setReached({ item, line });
    if (isPointer) setSub(item.items && !item.disabled ? { item, line, start: 'none' } : undefined);
  };
  const closeSub = () => {
    sub?.line.focus();
    setSub(undefined);
  };
  return { reached, leave: () => setReached(undefined), sub, openSub, closeSub, choose, reach };
};

/** One level of a menu. */
export function MenuPanel(props: Props) {
  const { skin, items, anchor, start, onDone } = props;
  const layer = useLayer(anchor, props);
  const { reached, leave, sub, openSub, closeSub, choose, reach } = useLines(props);
  useLayoutEffect(() => {
    const menu = layer.current?.querySelector<HTMLElement>('[role=menu]');
    if (!menu || start === 'none') return;
    const field = layer.current?.querySelector<HTMLElement>('input');
    (field ?? (start === 'line' ? firstStop(menu) : undefined) ?? menu).focus();
  }, [layer, start]);
  // Events of a menu must not reach the row or link that its button is in.
  const events = {
    onKeyDown: useMenuKeys(props, openSub),
    onClick: (event: MouseEvent) => event.stopPropagation(),
    onPointerLeave: leave,
    onBlur: leave,
  };
  return (
    <div ref={layer} popover="manual" data-menu="" className={skin.styles.menu} {...events}>
      {props.head}
      <div id={props.id} role="menu" aria-label={props.label} tabIndex={-1} className={skin.styles.list}>
        {sectionsOf(items).map((section) => (
          <Section key={section.key} skin={skin} section={section}>
            {section.choices.map((item) => (
              <MenuLine
                key={item.key}
                skin={skin}
                item={item}
                isOpen={sub?.item.key === item.key}
                onChoose={(line) => choose(item, line)}
                onReach={(line, isPointer) => reach(item, line, isPointer)}
              />
            ))}
          </Section>
        ))}
      </div>
      {reached?.item.disabled && reached.item.reason && (
        <Reason skin={skin} line={reached.line} text={reached.item.reason} />
      )}
      {sub?.item.items && (
        <MenuPanel
          key={sub.item.key}
          skin={skin}
          label={sub.line.textContent}
          items={sub.item.items}
          anchor={sub.line}
          side="beside"
          align="start"
          start={sub.start}
          onBack={closeSub}
          onDone={onDone}
        />
      )}
    </div>
  );
}

/** The items below a heading or between separators. */
function Section({ skin, section, children }: { skin: MenuSkin; section: MenuSection; children: ReactNode }) {
  const id = useId();
  const { styles } = skin;
  const group = { role: 'group', 'aria-labelledby': id };
  const line = section.hasLine && <hr className={styles.line} />;
  if (section.heading === undefined)
    return (
      <>
        {line}
        {children}
      </>
    );
  return (
    <>
      {line}
      <div {...group}>
        <div id={id} className={styles.heading} role="presentation">
          {section.heading}
        </div>
        {children}
      </div>
    </>
  );
}

/** Shows beside a disabled item why it is disabled. */
function Reason({ skin, line, text }: { skin: MenuSkin; line: HTMLElement; text: string }) {
  const id = useId();
  const layer = useLayer(line, { side: 'beside', align: 'start' });
  useLayoutEffect(() => {
    line.setAttribute('aria-describedby', id);
    return () => line.removeAttribute('aria-describedby');
  }, [line, id]);
  return (
    <div ref={layer} id={id} popover="manual" role="tooltip" className={skin.styles.tip}>
      {text}
    </div>
  );
}
