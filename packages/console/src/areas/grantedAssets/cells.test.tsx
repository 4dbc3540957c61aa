import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { definedOptions } from '../../../test/definedOptions.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { grantedAccount, grantedAsset, grantedRow, pageOf } from '../../../test/sampleRow.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import { PrivilegedCell } from '../../resources/accounts/account/accountCells.tsx';
import { PermedAccountsCell } from './GrantedAssets.tsx';

const USERS_ASSETS = '/api/v1/perms/users/u1/assets/';

const slots: ListSlots = {
  columns: {
    is_active: { Cell: PrivilegedCell, title: 'Privileged' },
    accounts: { Cell: PermedAccountsCell, title: 'Accounts' },
  },
  mode: { columns: ['name', 'is_active', 'accounts'] },
};

test('B-2-024 B-2-030 B-7-018 a tag marks a row as privileged; a button lists the accounts that a user may use on an asset', async () => {
  const { screen, user, server } = await renderPage({
    page: <ResourceListPage resource="assets.asset" url={USERS_ASSETS} name="Asset" slots={slots} />,
    routes: {
      [`OPTIONS ${USERS_ASSETS}`]: definedOptions(asset),
      ...answerTo(
        'GET /api/v1/perms/users/:user/assets/',
        pageOf([grantedRow({ id: 'a1', name: 'web-1', is_active: true })]),
        { user: 'u1' },
      ),
      ...answerTo(
        'GET /api/v1/perms/users/:user/assets/:asset/',
        grantedAsset({ id: 'a1', permed_accounts: [grantedAccount('root', { name: 'Root' })] }),
        { user: 'u1', asset: 'a1' },
      ),
    },
    caller: { perms: ['assets.view_asset'] },
  });
  const row = within(await screen.findByRole('row', { name: /web-1/ }));
  row.getByText('Privileged');
  expect(server.calls('GET', `${USERS_ASSETS}a1/`)).toHaveLength(0);
  await user.click(row.getByRole('button', { name: 'View' }));
  await screen.findByText('Root');
  await waitFor(() => expect(server.calls('GET', `${USERS_ASSETS}a1/`)).toHaveLength(1));
});
