// @vitest-environment jsdom
import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import { OWN_RUNS_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { meta, optionsOf } from '../../../../test/domains.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { onChanged } from '../../../platform/changes.ts';
import { onDrawer } from '../../../platform/drawers.ts';
import { SettingPanel } from '../SettingPanel.tsx';

const url = '/api/v1/settings/setting/';
const testUrl = '/api/v1/settings/vault/testing/';
const syncUrl = '/api/v1/settings/vault/sync/';
const task = '10000000-0000-4000-8000-000000000001';
const metas = {
  VAULT_ENABLED: meta({ kind: 'boolean', type: 'boolean', label: 'Vault', read_only: true }),
  VAULT_HCP_HOST: meta({ kind: 'text', label: 'Vault server' }),
  VAULT_HCP_TOKEN: meta({ kind: 'secret', label: 'Vault token', write_only: true }),
  VAULT_HCP_MOUNT_POINT: meta({ kind: 'text', label: 'Mount point' }),
};
const settings = Object.entries(metas).map(([name, { label }]) => ({ name, label }));
const panel: ShownSettingPanel = {
  name: 'vault',
  category: 'vault',
  page: 'features',
  tab: 'Vault',
  title: 'Secret storage',
  dialog: false,
  can_change: true,
  groups: [{ name: 'storage', title: 'Storage', settings }],
};

const show = (isOn: boolean) =>
  renderPage({
    page: <SettingPanel panel={panel} />,
    caller: { settings: { VAULT_ENABLED: isOn } },
    routes: {
      [`OPTIONS ${url}`]: optionsOf({ PATCH: metas }),
      ...answerTo(`GET ${url}`, {
        VAULT_ENABLED: isOn,
        VAULT_HCP_HOST: 'https://vault.example.com',
        VAULT_HCP_MOUNT_POINT: 'gatehouse',
      }),
      ...answerTo('GET /api/v1/settings/history/', []),
      ...answerTo(`POST ${testUrl}`, { msg: 'The vault works.' }),
      ...answerTo(`POST ${syncUrl}`, { task }),
    },
  });

test('a vault that is not chosen is neither set up, nor tested, nor filled', async () => {
  const { screen } = await show(false);
  expect((await screen.findByRole('switch', { name: 'Vault' })).hasAttribute('disabled')).toBe(true);
  for (const label of ['Vault server', 'Vault token', 'Mount point'])
    expect((await screen.findByLabelText(label)).hasAttribute('disabled')).toBe(true);
  for (const name of ['Test', 'Sync'])
    expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
});

test('the values of the form are tested; the move of secrets opens the drawer of own work', async () => {
  const told = vi.fn();
  const stop = [onChanged(told), onDrawer('ownWork', () => told('drawer'))];
  const { screen, user, server } = await show(true);
  await user.type(await screen.findByLabelText('Vault token'), 'hvs.new');
  await user.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByText('The vault works.')).toBeTruthy();
  expect(server.calls('POST', testUrl)[0]?.body).toMatchObject({
    VAULT_HCP_HOST: 'https://vault.example.com',
    VAULT_HCP_TOKEN: expect.stringMatching(/./),
  });
  await user.click(screen.getByRole('button', { name: 'Sync' }));
  await waitFor(() => expect(server.calls('POST', syncUrl)).toHaveLength(1));
  await waitFor(() => expect(told.mock.calls.flat()).toEqual([OWN_RUNS_URL, 'drawer']));
  for (const end of stop) end();
});
