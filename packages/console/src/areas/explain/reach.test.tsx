// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { meta, resourceOptions } from '../../../test/domains.ts';
import { openRoute } from '../../../test/openRoute.tsx';
import { pageOf } from '../../../test/sampleRow.ts';

const URL = '/api/v1/perms/explain/users/';
const web = '22222222-0000-4000-8000-000000000001';
const ann = '11111111-0000-4000-8000-000000000001';
const path = (name: string, more: object) => ({
  ...{ id: `33333333-0000-4000-8000-00000000000${name.length}`, name },
  ...{ is_direct: true, is_on_asset: true, groups: [], nodes: [], ...more },
});
const columns = Object.fromEntries(
  ['id', 'name', 'username', 'accounts', 'protocols', 'paths', 'date_expired'].map((name) => [
    name,
    meta({ label: name, read_only: true }),
  ]),
);

/** Where the action of a row leads. */
const explanationOf = (row: HTMLElement | null) =>
  within(row as HTMLElement)
    .getByRole('link', { name: 'Explain' })
    .getAttribute('href');

test('who reaches an asset is a list with the account and the path; each row leads to its explanation', async () => {
  const { screen } = await openRoute('ExplainAccess', {
    query: { asset: web },
    tab: 'Users',
    routes: {
      [`OPTIONS ${URL}`]: resourceOptions('perms.explain', columns),
      [`GET ${URL}`]: pageOf([
        {
          ...{ id: ann, name: 'Ann', username: 'ann', protocols: ['all'], date_expired: null },
          accounts: ['root', '@USER'],
          paths: [
            path('crew', { is_direct: false, groups: [{ id: 'g', name: 'Crew' }] }),
            path('direct', { is_on_asset: false, nodes: [{ id: 'n', name: '/Default/Shop' }] }),
          ],
        },
      ]),
    },
  });
  const row = (await screen.findByRole('link', { name: 'Ann' })).closest('tr');
  expect(row?.textContent).toContain('root, Same name as the user');
  expect(row?.textContent).toContain('Crew › crew; direct › /Default/Shop');
  expect(explanationOf(row)).toBe(`/console/perms/explain?asset=${web}&user=${ann}`);
});

test('what a user reaches is a list whose rows lead to their explanation', async () => {
  const assets = '/api/v1/perms/explain/assets/';
  const names = ['id', 'name', 'address', 'accounts', 'protocols', 'paths', 'date_expired'];
  const { screen } = await openRoute('ExplainAccess', {
    query: { user: ann },
    tab: 'Assets',
    routes: {
      [`OPTIONS ${assets}`]: resourceOptions(
        'perms.explain',
        Object.fromEntries(names.map((name) => [name, meta({ label: name, read_only: true })])),
      ),
      [`GET ${assets}`]: pageOf([
        {
          ...{ id: web, name: 'web-1', address: '10.0.0.7', protocols: ['all'], date_expired: null },
          ...{ accounts: ['root'], paths: [path('direct', {})] },
        },
      ]),
    },
  });
  const row = (await screen.findByRole('link', { name: 'web-1' })).closest('tr');
  expect(row?.textContent).toContain('10.0.0.7');
  expect(explanationOf(row)).toBe(`/console/perms/explain?user=${ann}&asset=${web}`);
});
