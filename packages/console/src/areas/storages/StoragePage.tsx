import { useTranslation } from 'react-i18next';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { useCan } from '../../platform/session/useSession.ts';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { PanelTabs } from '../settings/PanelTabs.tsx';
import { StorageList } from './StorageList.tsx';
import { storageKinds } from './storageKinds.ts';

const kinds = ['ReplayStorage', 'CommandStorage'] as const;

/** Where recordings and commands are kept. */
export function StoragePage() {
  const { t } = useTranslation('settings');
  const can = useCan();
  const tabs = kinds
    .filter((kind) => can(storageKinds[kind].view))
    .map((kind) => ({ key: kind, label: t(`storage.${kind}`), render: () => <StorageList kind={kind} /> }));
  return (
    <PageFrame fill>
      {tabs.length === 0 ? <EmptyState title={t('storage.none')} /> : <PanelTabs tabs={tabs} />}
    </PageFrame>
  );
}
