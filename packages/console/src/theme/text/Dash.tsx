import { useTranslation } from 'react-i18next';

/** A missing value; `text` is read out instead of "none". */
export function Dash({ text }: { text?: string }) {
  const { t } = useTranslation('common');
  return (
    <span className="t3">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{text ?? t('none')}</span>
    </span>
  );
}
