import DownOutlined from '@ant-design/icons/DownOutlined';
import { Button, Tooltip } from 'antd';
import type { Action } from '../action/Action.ts';
import { ActionMenu } from '../action/ActionMenu.tsx';
import { useRun } from '../action/useRun.ts';

/** One action as a button; with children, a button that opens them. */
export function ToolbarAction({ action, isPrimary = false }: { action: Action; isPrimary?: boolean }) {
  const { run, running } = useRun();
  const isOff = action.can === false;
  const button = (
    <Button
      type={isPrimary ? 'primary' : 'default'}
      danger={action.danger}
      icon={action.icon}
      disabled={isOff}
      loading={running === action.name}
      data-action={action.name}
      onClick={action.children ? undefined : () => void run(action)}
    >
      {action.title}
      {action.children && <DownOutlined aria-hidden style={{ fontSize: 10 }} />}
    </Button>
  );
  if (isOff) return action.reason ? <Tooltip title={action.reason}>{button}</Tooltip> : button;
  return action.children ? <ActionMenu actions={action.children}>{button}</ActionMenu> : button;
}
