import { MenuList } from '../../theme/control/menu/Menu.tsx';
import type { Point } from '../../theme/kit/menu/placeLayer.ts';
import { type Action, offered } from './Action.ts';
import { useMenuItems } from './useMenuItems.ts';

type Props = { actions: readonly Action[]; at: Point; label: string; onClose: () => void };

/** A context menu of actions, opened by a right click or the menu key. */
export function ContextMenu({ actions, at, label, onClose }: Props) {
  const itemsOf = useMenuItems();
  if (offered(actions).length === 0) return null;
  return <MenuList start="line" label={label} items={itemsOf(actions)} anchor={at} onClose={onClose} />;
}
