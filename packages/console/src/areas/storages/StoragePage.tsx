import { useTranslation } from 'react-i18next';
import { useCan } from '../../platform/session/useSession.ts';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { StorageList } from './StorageList.tsx';
import { storageKinds } from './storageKinds.ts';

const kinds = ['ReplayStorage', 'CommandStorage'] as const;

/** Where recordings, commands and backups are kept. */
export function StoragePage() {
  const { t } = useTranslation('settings');
  const can = useCan();
  const tabs = kinds
    .filter((kind) => can(storageKinds[kind].view))
    .map((kind) => ({ key: kind, label: t(`storage.${kind}`), render: () => <StorageList kind={kind} /> }));
  return <SettingsPage page="storage" before={tabs} none={t('storage.none')} />;
}
