import { useTranslation } from 'react-i18next';
import { useCan } from '../../platform/session/useSession.ts';
import { SettingsPage } from './SettingsPage.tsx';
import { SubscriptionsTab } from './subscriptions/SubscriptionsTab.tsx';

/** Addresses and names of the installation. */
export const BasicPage = () => <SettingsPage page="basic" />;

/** How messages reach people. */
export function MsgPage() {
  const { t } = useTranslation('settings');
  const can = useCan();
  const subscriptions = {
    key: 'Subscribe',
    label: t('subscriptions.title'),
    render: () => <SubscriptionsTab />,
  };
  return (
    <SettingsPage page="msg" after={can('settings.change_systemmsgsubscription') ? [subscriptions] : []} />
  );
}

/** Optional features of the installation. */
export const FeaturePage = () => <SettingsPage page="features" />;

/** Ways to sign in. */
export const AuthPage = () => <SettingsPage page="auth" />;

/** Rules for signing in, passwords and sessions. */
export const SecurityPage = () => <SettingsPage page="security" />;
