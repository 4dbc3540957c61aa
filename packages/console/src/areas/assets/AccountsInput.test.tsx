import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { dialogNamed } from '../../../test/actionsShown.ts';
import { meta, optionsOf, resourceOptions } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { FormScopeProvider } from '../../engine/form/FormScope.tsx';
import { ACCOUNTS_URL } from '../../resources/accounts/accountsUrl.ts';
import { AccountsInput } from './AccountsInput.tsx';
import type { DraftAccount } from './draftAccounts.ts';

const drafts = [
  { name: 'root', username: 'root', privileged: true, secret_type: 'password' },
  { name: 'ops', username: 'ops', privileged: false, secret_type: 'password' },
];

const pushing = { ansible_enabled: true, push_account_enabled: true };

type FieldProps = {
  start?: readonly DraftAccount[];
  method?: string;
  onSeen?: (drafts: readonly DraftAccount[]) => void;
};

function Field({ start = drafts, method = '', onSeen }: FieldProps) {
  const [value, setValue] = useState([...start]);
  return (
    <FormScopeProvider value={{ mode: 'create', row: undefined, url: '' }}>
      <AccountsInput
        name="accounts"
        meta={meta({ label: 'Accounts' })}
        secretTypes={['password', 'ssh_key']}
        platforms={[{ id: 1, name: 'p', automation: { ...pushing, push_account_method: method } }]}
        value={value}
        onChange={(next) => {
          onSeen?.(next ?? []);
          setValue(next ?? []);
        }}
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

const choices = ['password', 'ssh_key'].map((value) => ({ value, label: value }));
const pushRoutes = {
  [`OPTIONS ${ACCOUNTS_URL}`]: resourceOptions('accounts.account', {
    name: meta({ label: 'Name' }),
    secret_type: meta({ label: 'Type', type: 'choice', kind: 'choice', choices }),
    push_now: meta({ label: 'Push now', type: 'boolean', kind: 'boolean' }),
    params: meta({ label: 'Parameters', type: 'json', kind: 'json' }),
  }),
  'OPTIONS /api/v1/assets/platform-automation-methods/': optionsOf({
    GET: { push_account_posix: meta({ children: { groups: meta({ label: 'Groups' }) } }) },
  }),
};
const caller = { perms: ['accounts.push_account'] };

test('an account created with its asset is pushed where its platform does that, with parameters', async () => {
  let seen: readonly DraftAccount[] = [];
  const page = (
    <Field
      method="push_account_posix"
      onSeen={(next) => {
        seen = next;
      }}
    />
  );
  const { user } = await renderPage({ page, routes: pushRoutes, caller });
  await user.click(await screen.findByRole('button', { name: 'Add account' }));
  const dialog = await dialogNamed('Add account');
  await user.type(await dialog.findByLabelText(/^Name/), 'app');
  await user.click(await dialog.findByRole('switch', { name: /^Push now/ }));
  await user.type(await dialog.findByLabelText('Groups'), 'wheel');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(seen).toHaveLength(3));
  expect(seen.at(-1)).toMatchObject({ push_now: true, params: { push_account_posix: { groups: 'wheel' } } });
});

test.each(['push_account_oracle', 'push_account_postgresql'])(
  'where the platform names %s, keys are not pushed',
  async (method) => {
    const start = [{ name: 'app', username: 'app', secret_type: 'ssh_key' }];
    const { user } = await renderPage({
      page: <Field method={method} start={start} />,
      routes: pushRoutes,
      caller,
    });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = await dialogNamed('Update account');
    expect(await dialog.findByLabelText(/^Name/)).toBeTruthy();
    expect(dialog.queryByRole('switch', { name: /^Push now/ })).toBeNull();
  },
);
