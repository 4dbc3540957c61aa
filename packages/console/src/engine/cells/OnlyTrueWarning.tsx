import { useTranslation } from 'react-i18next';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { Dash } from '../../theme/text/Dash.tsx';

/** A flag of a list shown only when set, so that the few set ones stand out; details always say yes or no. */
export const OnlyTrueCell = ({ value }: { value: unknown }) => {
  const { t } = useTranslation('engine');
  return value ? (
    <StatusText kind="ok" glyph="done" plain>
      {t('fields.yes')}
    </StatusText>
  ) : (
    <Dash text={t('fields.no')} />
  );
};

/** The same for a flag that needs attention. */
export const OnlyTrueWarning = ({ value }: { value: unknown }) => {
  const { t } = useTranslation('engine');
  return value ? <StatusText kind="warn">{t('fields.yes')}</StatusText> : <Dash text={t('fields.no')} />;
};
