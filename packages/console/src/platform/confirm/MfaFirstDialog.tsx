import { useTranslation } from 'react-i18next';
import { FirstDialog } from './FirstDialog.tsx';
import { MFA_PAGE } from './identity.ts';

/** Says that the operation requires MFA, and leads to where the user sets it up. */
export function MfaFirstDialog(props: { text: string; onCancel: () => void }) {
  const { t } = useTranslation('common');
  return (
    <FirstDialog
      title={t('identity.mfaTitle')}
      next={{ label: t('identity.setUpMfa'), href: MFA_PAGE }}
      onCancel={props.onCancel}
    >
      {props.text}
    </FirstDialog>
  );
}
