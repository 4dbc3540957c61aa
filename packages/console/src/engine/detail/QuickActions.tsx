import { Button, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../theme/state/Card.tsx';
import { WhyNot } from '../action/WhyNot.tsx';
import styles from './Detail.module.css';

/** A quick action on a row: a switch, a button, or a control of its own. */
export type QuickAction = {
  name: string;
  title: string;
  note?: ReactNode;
  icon?: ReactNode;
  has?: boolean;
  can?: boolean;
  reason?: string;
  /** State of a switch; without it and `control`, the action is a button. */
  isOn?: boolean;
  /** Text of the button. */
  button?: string;
  danger?: boolean;
  control?: ReactNode;
  onRun?: (isOn: boolean) => void | Promise<void>;
};

function Control({ action }: { action: QuickAction }) {
  const [isRunning, setRunning] = useState(false);
  const { t } = useTranslation('engine');
  const isOff = action.can === false;
  const run = async (isOn: boolean) => {
    setRunning(true);
    try {
      await action.onRun?.(isOn);
    } catch {
      // The request layer has reported the error; the switch shows the row's value.
    } finally {
      setRunning(false);
    }
  };
  if (action.control) return action.control;
  const label = action.title;
  return action.isOn === undefined ? (
    <Button
      size="small"
      aria-label={label}
      danger={action.danger}
      disabled={isOff}
      loading={isRunning}
      onClick={() => void run(true)}
    >
      {action.button ?? t('detail.run')}
    </Button>
  ) : (
    <Switch
      size="small"
      aria-label={label}
      disabled={isOff}
      loading={isRunning}
      checked={action.isOn}
      onChange={(isOn) => void run(isOn)}
    />
  );
}

/** Card of quick actions; hidden when there are none. */
export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  const { t } = useTranslation('engine');
  const shown = actions.filter(({ has }) => has !== false);
  if (shown.length === 0) return null;
  return (
    <Card title={t('detail.quickActions')} flush>
      <div style={{ paddingTop: 8 }}>
        {shown.map((action) => {
          const control = <Control action={action} />;
          return (
            <div key={action.name} className={styles.quick}>
              <span className={styles.quickIcon} aria-hidden="true">
                {action.icon}
              </span>
              <div className={styles.quickText}>
                <div className={styles.quickTitle}>{action.title}</div>
                {action.note && <div className={styles.quickNote}>{action.note}</div>}
              </div>
              <WhyNot action={action}>
                <span>{control}</span>
              </WhyNot>
            </div>
          );
        })}
      </div>
    </Card>
  );
}
