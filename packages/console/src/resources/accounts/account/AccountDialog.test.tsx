// @vitest-environment jsdom
import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chooseInRow, dialogNamed } from '../../../../test/actionsShown.ts';
import { answerTo, listOf, rowAt } from '../../../../test/answerTo.ts';
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
