import { Form, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { ariaOf } from '../fields/ariaOf.ts';
import type { InputProps } from '../fields/FieldUi.ts';
import styles from './Schedule.module.css';

/** The field whose times win over an interval. */
const WINNER = 'crontab';

/** Whole hours from run to run; says so when fixed times win over it. */
export function IntervalInput(props: InputProps) {
  const { t } = useTranslation('engine');
  const form = Form.useFormInstance();
  const times = Form.useWatch(WINNER, form) as unknown;
  const isOverruled = Boolean(times) && props.value !== null && props.value !== undefined;
  return (
    <div className={styles.box}>
      <InputNumber
        {...ariaOf(props)}
        style={{ width: '100%' }}
        precision={0}
        suffix={t('schedule.hours')}
        value={props.value as number | null}
        onChange={(next) => props.onChange?.(next)}
      />
      {isOverruled && (
        <span role="note" className="sm t3">
          {t('schedule.overruled')}
        </span>
      )}
    </div>
  );
}
