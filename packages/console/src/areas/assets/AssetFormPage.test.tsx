// @vitest-environment jsdom
import { host } from '@gatehouse/contract/resources/assets/host.ts';
import { node } from '@gatehouse/contract/resources/assets/node.ts';
import { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, creating, listOf, rowAt } from '../../../test/answerTo.ts';
import { meta, resourceOptions } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { NODES_URL } from '../../resources/assets/assetTree.ts';
import { AssetFormPage } from './AssetFormPage.tsx';

const HOSTS = '/api/v1/assets/hosts/';
const related = (url: string) => ({ url, attrs: ['name'] });
const metas = {
  name: meta({ label: 'Name', required: true }),
  address: meta({ label: 'Address', required: true }),
  platform: meta({ label: 'Platform', kind: 'ref', related: related('/api/v1/assets/platforms/') }),
  nodes: meta({ label: 'Nodes', kind: 'refs', type: 'm2m_related_field', related: related(NODES_URL) }),
};
const options = resourceOptions('assets.host', metas);

const root = { id: 'n1', name: 'DEFAULT', value: 'DEFAULT', full_value: '/DEFAULT' };
const below = { id: 'n2', name: 'Shop', value: 'Shop', full_value: '/DEFAULT/Shop' };

const open = (nodes: (typeof root)[], query = '') =>
  renderPage({
    page: <AssetFormPage resource="assets.host" url={HOSTS} name="Host" />,
    at: `/console/assets/hosts/create?platform=1${query}`,
    names: { AssetList: '/console/assets/assets', AssetDetail: '/console/assets/assets/:id' },
    caller: { perms: ['assets.add_host', 'assets.view_node'] },
    routes: {
      [`OPTIONS ${HOSTS}`]: options,
      ...creating(host, { id: 'h1', name: 'web-1' }),
      ...rowAt(platform, 1, {
        id: 1,
        name: 'Linux',
        category: { value: 'host', label: 'Host' },
        type: { value: 'linux', label: 'Linux' },
      }),
      ...listOf(platform, [{ id: 1, name: 'Linux' }]),
      ...listOf(node, nodes),
      ...answerTo('POST /api/v1/common/resources/cache/', { spm: 's1' }),
    },
  });

const fill = async ({ screen, user }: Pick<Awaited<ReturnType<typeof open>>, 'screen' | 'user'>) => {
  await user.type(await screen.findByLabelText(/^Name/), 'web-1');
  await user.type(screen.getByLabelText(/^Address/), '10.0.0.5');
};

test('a new host starts in the only node of the tree', async () => {
  const { screen, user, server } = await open([root]);
  await fill({ screen, user });
  expect(await screen.findByText('/DEFAULT')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.calls('POST', HOSTS)[0]?.body).toMatchObject({ nodes: [{ pk: 'n1' }] }));
});

test('if the tree has several nodes, the user has to choose one', async () => {
  const { screen, user, server } = await open([root, below]);
  await user.type(await screen.findByLabelText(/^Name/), 'web-1');
  await waitFor(() => expect(server.calls('GET', NODES_URL)).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Choose at least one node.')).toBeTruthy();
  expect(server.calls('POST', HOSTS)).toHaveLength(0);
});

test('a host created from a node of the tree starts in that node', async () => {
  const { screen, server } = await open([root, below], '&node=n2');
  expect(await screen.findByText('/DEFAULT/Shop')).toBeTruthy();
  expect(server.calls('GET', NODES_URL).filter(({ query }) => query.limit === '1')).toHaveLength(0);
});

test('saving an asset returns to the list of its category, latest changes first', async () => {
  const { screen, user, router } = await open([root]);
  await fill({ screen, user });
  await screen.findByText('/DEFAULT');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/assets'));
  expect(router.state.location.search).toBe('?activeTab=host&order=-date_updated');
});

test('the message about a new asset opens it', async () => {
  const { screen, user, router, platform: parts } = await open([root]);
  await fill({ screen, user });
  await screen.findByText('/DEFAULT');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  const action = () => parts.notify.store.get().toasts[0]?.action;
  await waitFor(() => expect(action()?.label).toBe('Open'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/assets'));
  act(() => action()?.onClick());
  expect(router.state.location.pathname).toBe('/console/assets/assets/h1');
});
