import { Dropdown } from 'antd';
import { type Action, offered } from './Action.ts';
import { findAction, itemsOf } from './menuItems.tsx';
import { useRun } from './useRun.ts';

type Props = { actions: readonly Action[]; at: { x: number; y: number }; label: string; onClose: () => void };

/** A context menu of actions, for right click and the menu key. */
export function ContextMenu({ actions, at, label, onClose }: Props) {
  const { run } = useRun();
  if (offered(actions).length === 0) return null;
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      onOpenChange={(open) => !open && onClose()}
      menu={{
        'aria-label': label,
        items: itemsOf(actions),
        style: { maxHeight: '60vh', overflow: 'auto' },
        onClick: ({ key }) => {
          onClose();
          const action = findAction(actions, key);
          if (action) void run(action);
        },
      }}
    >
      <span style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
    </Dropdown>
  );
}
