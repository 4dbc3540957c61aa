import { useTranslation } from 'react-i18next';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { Dash } from '../../theme/text/Dash.tsx';

/**
 * A flag that needs attention. Lists show it only where it is set, so that these rows stand out; details
 * always say yes or no.
 */
export const OnlyTrueWarning = ({ value }: { value: unknown }) => {
  const { t } = useTranslation('engine');
  return value ? <StatusText kind="warn">{t('fields.yes')}</StatusText> : <Dash text={t('fields.no')} />;
};
