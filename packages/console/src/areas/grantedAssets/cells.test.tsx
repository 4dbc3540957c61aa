import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { DOMAINS, domainNames, domainPerms, domainRoutes } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { detailRow } from '../../../test/sampleRow.ts';
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
    page: <ResourceListPage resource="assets.domain" url={USERS_ASSETS} name="Domain" slots={slots} />,
    routes: {
      [`OPTIONS ${USERS_ASSETS}`]: domainRoutes(1)[`OPTIONS ${DOMAINS}`],
      [`GET ${USERS_ASSETS}`]: domainRoutes(1)[`GET ${DOMAINS}`],
      ...answerTo(
        'GET /api/v1/perms/users/:user/assets/:asset/',
        {
          ...detailRow(asset, { id: 'd1' }),
          permed_protocols: [],
          permed_accounts: [
            {
              id: 'a1',
              alias: 'root',
              name: 'Root',
              username: 'root',
              has_username: true,
              has_secret: true,
              from_login: false,
              privileged: false,
              secret_type: 'password',
              actions: [],
            },
          ],
        },
        { user: 'u1', asset: 'd1' },
      ),
    },
    caller: { perms: domainPerms },
    names: domainNames,
  });
  const row = within(await screen.findByRole('row', { name: /zone-1/ }));
  row.getByText('Privileged');
  expect(server.calls('GET', `${USERS_ASSETS}d1/`)).toHaveLength(0);
  await user.click(row.getByRole('button', { name: 'View' }));
  await screen.findByText('Root');
  await waitFor(() => expect(server.calls('GET', `${USERS_ASSETS}d1/`)).toHaveLength(1));
});
