import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { type Action, splitActions } from './Action.ts';
import { ActionMenu } from './ActionMenu.tsx';
import styles from './RowActions.module.css';
import { useRun } from './useRun.ts';
import { WhyNot } from './WhyNot.tsx';

function Inline({ action, onRun }: { action: Action; onRun: (action: Action) => void }) {
  const isOff = action.can === false;
  if (action.to && !isOff && !action.newTab) {
    return (
      <Link to={action.to} className={styles.link} data-action={action.name}>
        {action.title}
      </Link>
    );
  }
  if (action.isIcon) {
    return (
      <Tooltip title={isOff ? (action.reason ?? action.title) : action.title} trigger={['hover', 'focus']}>
        <button
          type="button"
          className={styles.icon}
          aria-disabled={isOff}
          data-action={action.name}
          onClick={() => !isOff && onRun(action)}
        >
          {action.icon}
          <span className="visually-hidden">{action.title}</span>
        </button>
      </Tooltip>
    );
  }
  const button = (
    <button
      type="button"
      className={action.danger ? styles.danger : styles.link}
      aria-disabled={isOff}
      data-action={action.name}
      onClick={() => !isOff && onRun(action)}
    >
      {action.title}
    </button>
  );
  return <WhyNot action={action}>{button}</WhyNot>;
}

/** Actions of a row: up to two are shown; if there are more, one is shown and a menu holds the rest. */
export function RowActions({ actions, name }: { actions: readonly Action[]; name: string }) {
  const { t } = useTranslation('engine');
  const { run } = useRun();
  const { inline, menu } = splitActions(actions);
  const more = t('list.moreActionsOf', { name });
  return (
    <span className={styles.actions}>
      {inline.map((action) => (
        <Inline key={action.name} action={action} onRun={run} />
      ))}
      <ActionMenu actions={menu} label={more} align="end">
        {(opener) => <IconButton {...opener} icon={<EllipsisOutlined aria-hidden />} tip={more} size={24} />}
      </ActionMenu>
    </span>
  );
}
