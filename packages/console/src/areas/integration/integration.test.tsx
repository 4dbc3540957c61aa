// @vitest-environment jsdom
import { integrationapplication } from '@gatehouse/contract/resources/accounts/integrationapplication.ts';
import { integrationlog } from '@gatehouse/contract/resources/accounts/integrationlog.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOf, rowAt } from '../../../test/answerTo.ts';
import { openRoute } from '../../../test/openRoute.tsx';

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
