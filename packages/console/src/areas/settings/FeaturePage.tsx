import type { SettingCategoryName } from '@gatehouse/contract/settings/catalogue.ts';
import { useQueries } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { metadataQuery } from '../../platform/metadata/metadata.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { PageTabs } from '../../platform/page/PageTabs.tsx';
import { useCan } from '../../platform/session/useSession.ts';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { ChatSettings } from './ChatSettings.tsx';
import { panelUrl, SettingPanel } from './SettingPanel.tsx';

/** A panel: its category and permission, and its own content where settings alone are not enough. */
type PanelEntry = { key: string; category: SettingCategoryName; need: string; Panel?: ComponentType };

const panels: readonly PanelEntry[] = [
  { key: 'Chat', category: 'chat', need: 'settings.change_chatai', Panel: ChatSettings },
];

/** Optional features of the installation; each panel requires its own permission and has the title the server gives it. */
export function FeaturePage() {
  const { t } = useTranslation('settings');
  const can = useCan();
  const http = useHttp();
  const open = panels.filter(({ need }) => can(need));
  const described = useQueries({
    queries: open.map(({ category }) => metadataQuery(http, panelUrl(category))),
  });
  const tabs = open.map(({ key, category, Panel }, index) => ({
    key,
    label: described[index]?.data?.name ?? key,
    render: () => (Panel ? <Panel /> : <SettingPanel category={category} />),
  }));
  if (described.some(({ isPending }) => isPending))
    return (
      <PageFrame>
        <SkeletonRows rows={4} columns={2} />
      </PageFrame>
    );
  return (
    <PageFrame>{tabs.length === 0 ? <EmptyState title={t('none')} /> : <PageTabs tabs={tabs} />}</PageFrame>
  );
}
