// @vitest-environment jsdom
import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import type { SettingPanel as Declared } from '@gatehouse/contract/settings/panels/panel.ts';
import { settingPanelNames, settingPanels } from '@gatehouse/contract/settings/panels/settingPanels.ts';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { meta, optionsOf } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { SettingPanel } from './SettingPanel.tsx';
import { settingIndex } from './settingIndex.ts';

const panels = settingPanelNames.map((name): ShownSettingPanel => {
  const { category, page, tab, dialog, groups }: Declared = settingPanels[name];
  return {
    ...{ name, category, page, tab, dialog: dialog === true, title: name, can_change: true },
    groups: Object.entries(groups).map(([group, settings]) => ({
      name: group,
      title: group,
      settings: settings.map((setting) => ({ name: setting, label: setting })),
    })),
  };
});

const show = (panel: ShownSettingPanel) => {
  const names = panel.groups.flatMap(({ settings }) => settings.map(({ name }) => name));
  const metas = Object.fromEntries(names.map((name) => [name, meta({ kind: 'text', label: name })]));
  return renderPage({
    page: <SettingPanel panel={panel} />,
    routes: {
      'OPTIONS /api/v1/settings/setting/': optionsOf({ GET: metas, PUT: metas, PATCH: metas }, { name: 'x' }),
      ...answerTo('GET /api/v1/settings/setting/', Object.fromEntries(names.map((name) => [name, '']))),
      ...answerTo('GET /api/v1/settings/history/', []),
      ...answerTo('GET /api/v1/settings/panels/', panels),
      ...answerTo('GET /api/v1/settings/proposals/', []),
    },
  });
};

test.each(panels.filter(({ dialog }) => !dialog).map((panel) => ({ ...panel })))(
  'every setting of $name that the search finds is a field of its panel, whatever is stored',
  async (panel) => {
    const { screen } = await show(panel);
    for (const { name } of settingIndex([panel]))
      expect(await screen.findByLabelText(name), name).toBeTruthy();
  },
);

test('a setting that does not apply is shown, and can be changed once it does', async () => {
  const { screen, user } = await show(panels.find(({ name }) => name === 'security_auth')!);
  const onPage = await screen.findByLabelText<HTMLInputElement>('SECURITY_MFA_IN_LOGIN_PAGE');
  expect(onPage.disabled).toBe(true);
  await user.type(screen.getByLabelText('SECURITY_MFA_AUTH'), '1');
  expect(onPage.disabled).toBe(false);
});
