import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';

/** Parameter of the address that names the setting to show. */
export const SOUGHT = 'setting';

/** Address of a setting: its page, tab and field. */
export const settingPath = ({ page, tab }: ShownSettingPanel, name: string): string =>
  `/settings/${page}?${SOUGHT}=${name}#${tab}`;
