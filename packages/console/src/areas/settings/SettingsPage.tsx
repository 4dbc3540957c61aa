import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import type { SettingPageName } from '@gatehouse/contract/settings/panels/panel.ts';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../platform/page/Failed.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { PanelTabs } from './PanelTabs.tsx';
import { SettingPanel } from './SettingPanel.tsx';
import { SettingSearch } from './SettingSearch.tsx';
import type { SettingsTab } from './SettingsTab.ts';
import { useSettingPanels } from './useSettingPanels.ts';

const panelTab = (panel: ShownSettingPanel, label?: string): SettingsTab => ({
  key: panel.tab,
  label: label ?? panel.title,
  render: () => <SettingPanel key={panel.name} panel={panel} />,
});

/** A page of the settings: its panels that the user may read, between tabs of its own. */
export function SettingsPage(props: {
  page: SettingPageName;
  before?: readonly SettingsTab[];
  after?: readonly SettingsTab[];
  /** Label of the panels' tabs, where the title of a panel is that of the page. */
  label?: string;
  /** Says that the user may see nothing of the page. */
  none?: string;
}) {
  const { t } = useTranslation('settings');
  const panels = useSettingPanels();
  if (!panels.data)
    return (
      <PageFrame>
        {panels.error ? <Failed query={panels} /> : <SkeletonRows rows={4} columns={2} />}
      </PageFrame>
    );
  const own = panels.data.filter(({ page, dialog }) => page === props.page && !dialog);
  const tabs = [
    ...(props.before ?? []),
    ...own.map((panel) => panelTab(panel, props.label)),
    ...(props.after ?? []),
  ];
  return (
    <PageFrame fill extra={<SettingSearch panels={panels.data} />}>
      {tabs.length === 0 ? <EmptyState title={props.none ?? t('none')} /> : <PanelTabs tabs={tabs} />}
    </PageFrame>
  );
}
