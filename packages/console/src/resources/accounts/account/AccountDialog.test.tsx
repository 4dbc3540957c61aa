// @vitest-environment jsdom
import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { platform as platformDefinition } from '@gatehouse/contract/resources/assets/platform.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chooseInRow, dialogNamed } from '../../../../test/actionsShown.ts';
import { answerTo, listOf, rowAt } from '../../../../test/answerTo.ts';
import { meta, optionsOf } from '../../../../test/domains.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { openRoute } from '../../../../test/openRoute.tsx';
import { detailRow } from '../../../../test/sampleRow.ts';
import { ACCOUNTS_URL } from '../accountsUrl.ts';

test('B-4-045 a dialog whose account the server refuses stays open with its input, and can be submitted again', async () => {
  const row = { id: 'c1', name: 'root', username: 'operator' };
  const answers = [answer(400, { name: ['Taken'] }), detailRow(account, { ...row, name: 'admin2' })];
  const { user, server } = await openRoute('AssetAccountList', {
    routes: {
      ...listOf(account, [row]),
      ...rowAt(account, 'c1', row),
      ...answerTo('POST /api/v1/assets/platforms/filter-nodes-assets/', []),
      [`PATCH ${ACCOUNTS_URL}c1/`]: () => answers.shift(),
    },
  });
  await chooseInRow(user, 'root', 'Update');
  const dialog = await dialogNamed('Update account');
  const name = await dialog.findByLabelText<HTMLInputElement>(/^Name/);
  await user.clear(name);
  await user.type(name, 'admin');
  const submit = dialog.getByRole('button', { name: 'Submit' });
  await user.click(submit);
  await dialog.findByText('Taken');
  await waitFor(() => expect(submit.className).not.toContain('loading'));
  expect([name.value, document.contains(name)]).toEqual(['admin', true]);
  await user.type(name, '2');
  await user.click(submit);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = server.calls('PATCH', `${ACCOUNTS_URL}c1/`).map(({ body }) => (body as { name: string }).name);
  expect(sent).toEqual(['admin', 'admin2']);
});

test('an account is pushed once it is saved, with parameters of its platform', async () => {
  const METHODS = '/api/v1/assets/platform-automation-methods/';
  const platform = detailRow(platformDefinition, {
    id: 1,
    name: 'Linux',
    type: { value: 'linux', label: 'Linux' },
    automation: {
      ...detailRow(platformDefinition).automation,
      ...{ ansible_enabled: true, push_account_enabled: true, push_account_method: 'push_account_posix' },
    },
  });
  const { user, server } = await openRoute('AssetAccountList', {
    routes: {
      ...listOf(account, [{ id: 'c1', name: 'deploy', username: 'svc' }]),
      ...rowAt(account, 'c1', { id: 'c1', name: 'deploy', username: 'svc' }),
      ...answerTo('POST /api/v1/assets/platforms/filter-nodes-assets/', [platform]),
      [`OPTIONS ${METHODS}`]: optionsOf({
        GET: { push_account_posix: meta({ children: { groups: meta({ label: 'Groups' }) } }) },
      }),
      [`PATCH ${ACCOUNTS_URL}c1/`]: detailRow(account, { id: 'c1' }),
    },
  });
  await chooseInRow(user, 'deploy', 'Update');
  const dialog = await dialogNamed('Update account');
  expect(dialog.queryByLabelText('Groups')).toBeNull();
  await user.click(await dialog.findByRole('switch', { name: /^Push now/ }));
  await user.type(await dialog.findByLabelText('Groups'), 'wheel');
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.calls('PATCH', `${ACCOUNTS_URL}c1/`)).toHaveLength(1));
  expect(server.calls('PATCH', `${ACCOUNTS_URL}c1/`)[0]?.body).toMatchObject({
    push_now: true,
    params: { push_account_posix: { groups: 'wheel' } },
  });
});
