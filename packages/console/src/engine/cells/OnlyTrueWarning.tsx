import { useTranslation } from 'react-i18next';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { Dash } from '../../theme/text/Dash.tsx';

/**
 * A flag that needs attention: a warning where it is set, so that these rows of a list stand out, and a dash
 * where it is not.
 */
export const OnlyTrueWarning = ({ value }: { value: unknown }) => {
  const { t } = useTranslation('engine');
  return value ? <StatusText kind="warn">{t('fields.yes')}</StatusText> : <Dash text={t('fields.no')} />;
};
