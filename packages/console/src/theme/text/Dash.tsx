import { useTranslation } from 'react-i18next';

/** A missing value. */
export function Dash() {
  const { t } = useTranslation('common');
  return (
    <span className="t3">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('none')}</span>
    </span>
  );
}
