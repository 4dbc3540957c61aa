import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';

/** Today, 7 days, 30 days. */
export function DaysSwitch(props: {
  choices: readonly number[];
  value: number;
  onChange: (days: number) => void;
}) {
  const { t } = useTranslation('areas');
  return (
    <Segmented
      size="small"
      aria-label={t('days.label')}
      value={props.value}
      onChange={props.onChange}
      options={props.choices.map((days) => ({
        value: days,
        label: days === 1 ? t('days.today') : t('days.last', { count: days }),
      }))}
    />
  );
}
