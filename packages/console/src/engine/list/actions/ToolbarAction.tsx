import DownOutlined from '@ant-design/icons/DownOutlined';
import { Button } from 'antd';
import type { MouseEvent } from 'react';
import type { MenuOpener } from '../../../theme/kit/menu/Menu.tsx';
import type { Action } from '../../action/Action.ts';
import { ActionMenu } from '../../action/ActionMenu.tsx';
import { useRun } from '../../action/useRun.ts';
import { WhyNot } from '../../action/WhyNot.tsx';

/** With Ctrl or Command pressed, an action that leads to a page opens it in a new tab, as a link does. */
const inNewTab = (action: Action, event: MouseEvent): Action =>
  action.to && (event.ctrlKey || event.metaKey) ? { ...action, newTab: true } : action;

/** An action as a button; with children, a menu button. */
export function ToolbarAction({ action, isPrimary = false }: { action: Action; isPrimary?: boolean }) {
  const { run, running } = useRun();
  const isOff = action.can === false;
  const draw = (opener?: MenuOpener) => (
    <Button
      type={isPrimary ? 'primary' : 'default'}
      danger={action.danger}
      icon={action.icon}
      disabled={isOff}
      loading={running === action.name}
      data-action={action.name}
      onClick={(event) => void run(inNewTab(action, event))}
      {...opener}
    >
      {action.title}
      {action.children && <DownOutlined aria-hidden style={{ fontSize: 10 }} />}
    </Button>
  );
  if (isOff) return <WhyNot action={action}>{draw()}</WhyNot>;
  if (!action.children) return draw();
  return (
    <ActionMenu actions={action.children} label={action.title}>
      {draw}
    </ActionMenu>
  );
}
