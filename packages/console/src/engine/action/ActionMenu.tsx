import { Dropdown } from 'antd';
import type { ReactElement } from 'react';
import { type Action, offered } from './Action.ts';
import { findAction, itemsOf } from './menuItems.tsx';
import { useRun } from './useRun.ts';

/** A button that opens a menu of actions; hidden when there are none. */
export function ActionMenu({ actions, children }: { actions: readonly Action[]; children: ReactElement }) {
  const { run } = useRun();
  if (offered(actions).length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: itemsOf(actions),
        style: { maxHeight: '60vh', overflow: 'auto' },
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation();
          const action = findAction(actions, key);
          if (action) void run(action);
        },
      }}
    >
      {children}
    </Dropdown>
  );
}
