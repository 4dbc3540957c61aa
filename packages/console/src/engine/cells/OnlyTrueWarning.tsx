import { useTranslation } from 'react-i18next';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { Dash } from '../../theme/text/Dash.tsx';

/**
 * A flag of a list that needs attention, shown only when set, so that the few set ones stand out; details
 * always say yes or no.
 */
export const OnlyTrueWarning = ({ value }: { value: unknown }) => {
  const { t } = useTranslation('engine');
  return value ? <StatusText kind="warn">{t('fields.yes')}</StatusText> : <Dash text={t('fields.no')} />;
};
