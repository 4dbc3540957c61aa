import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../crontab/Schedule.module.css';
import type { InputProps } from '../FieldUi.ts';
import { IntegerInput } from '../integer/IntegerInput.tsx';

/** The field that takes precedence over an interval. */
const WINNER = 'crontab';

/** Whole hours between runs; says so when a schedule in `crontab` takes precedence. */
export function IntervalInput(props: InputProps) {
  const { t } = useTranslation('engine');
  const form = Form.useFormInstance();
  const times = Form.useWatch(WINNER, form) as unknown;
  const isOverruled = Boolean(times) && props.value !== null && props.value !== undefined;
  return (
    <div className={styles.box}>
      <IntegerInput {...props} suffix={t('schedule.hours')} />
      {isOverruled && (
        <span role="note" className="sm t3">
          {t('schedule.overruled')}
        </span>
      )}
    </div>
  );
}
