import { useTranslation } from 'react-i18next';
import { Segments } from '../../theme/control/Segments.tsx';

/** Chooses how many days a card covers. */
export function DaysSwitch(props: {
  choices: readonly number[];
  value: number;
  onChange: (days: number) => void;
}) {
  const { t } = useTranslation('areas');
  return (
    <Segments
      label={t('days.label')}
      value={props.value}
      onPick={props.onChange}
      choices={props.choices.map((days) => ({
        value: days,
        label: days === 1 ? t('days.today') : t('days.last', { count: days }),
      }))}
    />
  );
}
