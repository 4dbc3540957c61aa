import { useTranslation } from 'react-i18next';
import { usePlatform } from '../Platform.tsx';
import { leaveTo } from '../session/leave.ts';
import { FirstDialog } from './FirstDialog.tsx';

/** Says that the sign-in is too long ago, and offers to sign out and in again. */
export function ReloginDialog({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('common');
  const { http } = usePlatform();
  const signOut = () => void leaveTo(http, window.location.pathname + window.location.search);
  return (
    <FirstDialog
      title={t('identity.reloginTitle')}
      next={{ label: t('action.signInAgain'), onClick: signOut }}
      onCancel={onCancel}
    >
      {t('identity.reloginBody')}
    </FirstDialog>
  );
}
