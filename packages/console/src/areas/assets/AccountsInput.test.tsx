import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { meta, resourceOptions } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { FormScopeProvider } from '../../engine/form/FormScope.tsx';
import { ACCOUNTS_URL } from '../../resources/accounts/accountsUrl.ts';
import { AccountsInput } from './AccountsInput.tsx';
import type { DraftAccount } from './draftAccounts.ts';

const drafts = [
  { name: 'root', username: 'root', privileged: true, secret_type: 'password' },
  { name: 'ops', username: 'ops', privileged: false, secret_type: 'password' },
];

function Field({ start = drafts }: { start?: readonly DraftAccount[] }) {
  const [value, setValue] = useState([...start]);
  return (
    <FormScopeProvider value={{ mode: 'create', row: undefined, url: '' }}>
      <AccountsInput
        name="accounts"
        meta={meta({ label: 'Accounts' })}
        secretTypes={['password']}
        value={value}
        onChange={setValue}
      />
    </FormScopeProvider>
  );
}

test('an account created with its asset is edited in place, and another is removed', async () => {
  const fields = { name: meta({ label: 'Name' }) };
  const { user } = await renderPage({
    page: <Field />,
    routes: { [`OPTIONS ${ACCOUNTS_URL}`]: resourceOptions('accounts.account', fields) },
  });
  await screen.findAllByRole('row');
  const press = (row: number, name: string) =>
    user.click(within(screen.getAllByRole('row')[row] as HTMLElement).getByRole('button', { name }));
  const names = () => screen.getAllByRole('row').map((row) => row.querySelector('b')?.textContent);
  await press(2, 'Edit');
  await user.type(await screen.findByDisplayValue('ops'), '-2');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(names()).toEqual([undefined, 'root', 'ops-2']));
  await press(1, 'Remove');
  await waitFor(() => expect(names()).toEqual([undefined, 'ops-2']));
});

test("an account's secret type is shown by its label", async () => {
  const secret_type = meta({ label: 'Type', choices: [{ value: 'password', label: 'Password' }] });
  const fields = { name: meta({ label: 'Name' }), secret_type };
  await renderPage({
    page: <Field start={[{ name: 'ops', username: 'ops', secret_type: 'password', secret: 'x' }]} />,
    routes: { [`OPTIONS ${ACCOUNTS_URL}`]: resourceOptions('accounts.account', fields) },
  });
  await screen.findByRole('cell', { name: 'Password' });
});
