// @vitest-environment jsdom
import { integrationapplication } from '@gatehouse/contract/resources/accounts/integrationapplication.ts';
import { integrationlog } from '@gatehouse/contract/resources/accounts/integrationlog.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOf, rowAt } from '../../../test/answerTo.ts';
import { openRoute } from '../../../test/openRoute.tsx';
import { detailRow } from '../../../test/sampleRow.ts';

const url = '/api/v1/accounts/integration-applications/';
const app = { id: '10000000-0000-4000-8000-000000000001', name: 'deploy' };

test('an application tells what it asked for, and gets another secret only after a warning', async () => {
  const log = {
    ...{ id: 'l1', remote_addr: '10.9.9.9', account: 'root' },
    result: { value: 'address' as const, label: 'Address not allowed' },
  };
  const { screen, user, server } = await openRoute('IntegrationApplicationDetail', {
    params: { id: app.id },
    routes: {
      ...rowAt(integrationapplication, app.id, app),
      ...listOf(integrationlog, [log]),
      [`POST ${url}${app.id}/renew-secret/`]: { id: app.id, secret: 'another-one' },
    },
  });
  await user.click(await screen.findByRole('tab', { name: 'Requests' }));
  expect(await screen.findByText('Address not allowed')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Renew secret' }));
  const warning = within(await screen.findByRole('dialog'));
  expect(warning.getByText(/stops working at once/)).toBeTruthy();
  expect(server.calls('POST', `${url}${app.id}/renew-secret/`)).toEqual([]);
  await user.click(warning.getByRole('button', { name: 'Renew secret' }));
  expect(await screen.findByText('another-one')).toBeTruthy();
});

test('a new application shows the secret of its key once, before its form is left', async () => {
  const made = { ...detailRow(integrationapplication, app), secret: 'shown-once' };
  const { screen, user, server, router } = await openRoute('IntegrationApplicationCreate', {
    routes: { [`POST ${url}`]: made, ...rowAt(integrationapplication, app.id, app) },
  });
  await user.click(await screen.findByRole('textbox', { name: /^Name/ }));
  await user.paste('deploy');
  await user.click(screen.getByRole('combobox', { name: /^Ip group/ }));
  await user.paste('10.9.0.0/16');
  await user.keyboard('{Enter}');
  const form = router.state.location.pathname;
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(server.calls('POST', url)[0]?.body).toMatchObject({ name: 'deploy', ip_group: ['10.9.0.0/16'] });
  expect(dialog.getByText('shown-once')).toBeTruthy();
  expect(dialog.getByText(app.id)).toBeTruthy();
  expect(router.state.location.pathname).toBe(form);
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(router.state.location.pathname).not.toBe(form));
  expect(screen.queryByText('shown-once')).toBeNull();
});
