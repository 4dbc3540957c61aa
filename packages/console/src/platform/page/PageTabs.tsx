import type { ReactNode } from 'react';
import { TabLine } from './TabLine.tsx';
import type { PageTab } from './tabs.ts';
import { useActiveTab } from './useActiveTab.ts';

/** Tabs with their content; only the open one is rendered. */
export function PageTabs(props: {
  tabs: readonly (PageTab & { render: () => ReactNode })[];
  initial?: string;
}) {
  const [active, pick] = useActiveTab(props.tabs, props.initial);
  const open = props.tabs.find((tab) => tab.key === active);
  return (
    <>
      <TabLine tabs={props.tabs} active={active} onPick={pick} />
      <div style={{ paddingTop: 14, flex: 1, minHeight: 0 }}>{open?.render()}</div>
    </>
  );
}
