import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import { settingPath } from './settingPath.ts';

/** A setting as searches find it. */
export type IndexedSetting = {
  name: string;
  title: string;
  /** Its panel and group. */
  place: string;
  /** Further words by which it is found. */
  also: string;
  /** Address of its field. */
  to: string;
};

const settingsOf = (panel: ShownSettingPanel): IndexedSetting[] =>
  panel.groups.flatMap((group) =>
    group.settings.map(({ name, label, help = '' }) => ({
      name,
      title: label,
      place: `${panel.title} · ${group.title}`,
      also: `${name} ${help} ${panel.words ?? ''}`,
      to: settingPath(panel, name),
    })),
  );

/** The settings of all panels, with the address of each; one that several dialogs repeat stands there once. */
export const settingIndex = (panels: readonly ShownSettingPanel[]): IndexedSetting[] => {
  const found = panels.flatMap(settingsOf);
  return found.filter(({ name }, at) => found.findIndex((other) => other.name === name) === at);
};
