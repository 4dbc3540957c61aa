import { gateway } from '@gatehouse/contract/resources/assets/gateway.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chooseInRow } from '../../../test/actionsShown.ts';
import { meta, resourceOptions } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { detailRow, listRow, pageOf } from '../../../test/sampleRow.ts';
import { GatewaysTab } from './GatewaysTab.tsx';

const GATEWAYS = '/api/v1/assets/gateways/';

test('gateway assets are added to a zone in a dialog that then closes; the list is reloaded', async () => {
  const { user, server } = await renderPage({
    page: <GatewaysTab detail={{ id: 'z1' }} />,
    routes: {
      [`OPTIONS ${GATEWAYS}`]: resourceOptions('assets.gateway', { name: meta({ label: 'Name' }) }),
      [`GET ${GATEWAYS}`]: pageOf([listRow(gateway, { id: 'g1', name: 'jump-1' })]),
      [`PATCH ${GATEWAYS}`]: [detailRow(gateway, { id: 'g1', name: 'jump-1' })],
    },
    caller: { perms: ['assets.view_gateway', 'assets.change_gateway'] },
  });
  await user.click(await screen.findByRole('button', { name: 'Add gateway' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add gateway' }));
  await user.click(dialog.getByRole('combobox', { name: /^Gateways/ }));
  await user.click(await screen.findByTitle('jump-1'));
  const before = server.calls('GET', GATEWAYS).length;
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(server.calls('PATCH', GATEWAYS)[0]?.body).toEqual([{ id: 'g1', domain: 'z1' }]));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add gateway' })).toBeNull());
  await waitFor(() => expect(server.calls('GET', GATEWAYS).length).toBeGreaterThan(before));
});

test('a gateway is tested at the port of its ssh protocol, or another', async () => {
  const { user, server } = await renderPage({
    page: <GatewaysTab detail={{ id: 'z1' }} />,
    routes: {
      [`OPTIONS ${GATEWAYS}`]: resourceOptions('assets.gateway', { name: meta({ label: 'Name' }) }),
      [`GET ${GATEWAYS}`]: pageOf([
        listRow(gateway, { id: 'g1', name: 'jump-1', protocols: [{ name: 'ssh', port: 2022 }] }),
      ]),
      [`POST ${GATEWAYS}g1/test-connective/`]: { task: 't1' },
    },
    caller: { perms: ['assets.view_gateway', 'assets.test_assetconnectivity'] },
  });
  await chooseInRow(user, 'jump-1', 'Test connectivity');
  const dialog = within(await screen.findByRole('dialog', { name: 'Test jump-1' }));
  const port = await dialog.findByRole('spinbutton', { name: /^SSH port/ });
  expect(port).toHaveProperty('value', '2022');
  await user.click(dialog.getByRole('button', { name: 'Test' }));
  await waitFor(() =>
    expect(server.calls('POST', `${GATEWAYS}g1/test-connective/`)[0]?.body).toEqual({ port: 2022 }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Test jump-1' })).toBeNull());
});
