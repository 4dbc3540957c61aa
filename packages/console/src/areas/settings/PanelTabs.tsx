import { TabLine } from '../../platform/page/TabLine.tsx';
import { visibleTabs } from '../../platform/page/tabs.ts';
import { useActiveTab } from '../../platform/page/useActiveTab.ts';
import type { SettingsTab } from './SettingsTab.ts';
import styles from './settings.module.css';

/** The tabs of a settings page: a list beside the open one, or a line above it where there is little room. */
export function PanelTabs({ tabs }: { tabs: readonly SettingsTab[] }) {
  const [active, pick] = useActiveTab(tabs);
  const shown = visibleTabs(tabs);
  const open = shown.find(({ key }) => key === active);
  if (shown.length < 2) return <div className={styles.alone}>{open?.render()}</div>;
  return (
    <div className={styles.split}>
      <TabLine tabs={shown} active={active} onPick={pick} isSide />
      <div className={styles.open}>{open?.render()}</div>
    </div>
  );
}
