import type { ReactNode } from 'react';
import { Menu } from '../../theme/control/menu/Menu.tsx';
import type { MenuOpener } from '../../theme/kit/menu/Menu.tsx';
import { type Action, offered } from './Action.ts';
import { useMenuItems } from './useMenuItems.ts';

type Props = {
  actions: readonly Action[];
  label: string;
  align?: 'start' | 'end';
  children: (opener: MenuOpener) => ReactNode;
};

/** A button that opens a menu of actions; hidden when there are none. */
export function ActionMenu({ actions, label, align = 'start', children }: Props) {
  const itemsOf = useMenuItems();
  if (offered(actions).length === 0) return null;
  return (
    <Menu label={label} align={align} items={itemsOf(actions)}>
      {children}
    </Menu>
  );
}
