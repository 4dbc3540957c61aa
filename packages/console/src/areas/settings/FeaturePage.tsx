import type { SettingPanelName } from '@gatehouse/contract/settings/catalogue.ts';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { PageTabs } from '../../platform/page/PageTabs.tsx';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { ChatSettings } from './ChatSettings.tsx';
import { SettingPanel } from './SettingPanel.tsx';

/** Panels with content of their own, where settings alone are not enough. */
const ownPanels: { readonly [Category in SettingPanelName]?: ComponentType } = { chat: ChatSettings };

/** `SignInHelp` for `sign_in_help`: the tab in the address. */
const tabKey = (category: SettingPanelName): string =>
  category
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Optional features of the installation: the panels that the server lets the user change. */
export function FeaturePage() {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const panels = useQuery({
    queryKey: ['settingPanels'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/settings/panels/', { signal, disableFlashErrorMsg: true }),
  });
  if (!panels.data)
    return (
      <PageFrame>
        {panels.error ? <Failed query={panels} /> : <SkeletonRows rows={4} columns={2} />}
      </PageFrame>
    );
  const tabs = panels.data.map(({ category, title }) => {
    const Own = ownPanels[category];
    return {
      key: tabKey(category),
      label: title,
      render: () => (Own ? <Own /> : <SettingPanel category={category} />),
    };
  });
  return (
    <PageFrame>{tabs.length === 0 ? <EmptyState title={t('none')} /> : <PageTabs tabs={tabs} />}</PageFrame>
  );
}
