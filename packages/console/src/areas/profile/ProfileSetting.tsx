import { useTranslation } from 'react-i18next';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { PageTabs } from '../../platform/page/PageTabs.tsx';
import { useSession } from '../../platform/session/useSession.ts';
import { ContactForm } from './own/ContactForm.tsx';
import { PasswordForm } from './own/PasswordForm.tsx';
import { PublicKeyForm } from './own/PublicKeyForm.tsx';

/** The user's contact details, password and public key. */
export function ProfileSetting() {
  const { t } = useTranslation('areas');
  const { profile } = useSession();
  return (
    <PageFrame>
      <PageTabs
        tabs={[
          { key: 'ProfileUpdate', label: t('profile.contact'), render: () => <ContactForm /> },
          { key: 'PasswordUpdate', label: t('profile.password'), render: () => <PasswordForm /> },
          {
            key: 'SSHUpdate',
            label: t('profile.publicKey'),
            hidden: profile?.can_public_key_auth !== true,
            render: () => <PublicKeyForm />,
          },
        ]}
      />
    </PageFrame>
  );
}
