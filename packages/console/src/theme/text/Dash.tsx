import { useTranslation } from 'react-i18next';

/** Stands for a missing value; screen readers read `text`, or "none". */
export function Dash({ text }: { text?: string }) {
  const { t } = useTranslation('common');
  return (
    <span className="t3">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{text ?? t('none')}</span>
    </span>
  );
}
