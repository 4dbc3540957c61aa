import { node } from '@gatehouse/contract/resources/assets/node.ts';
import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { meta, resourceOptions } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { detailRow, listRow, pageOf } from '../../../test/sampleRow.ts';
import { PermissionFormPage } from './PermissionFormPage.tsx';

const URL = '/api/v1/perms/asset-permissions/';
const related = (label: string, url: string) =>
  meta({ label, kind: 'refs', type: 'm2m_related_field', related: { url, attrs: ['name'] } });
const metas = {
  name: meta({ label: 'Name', required: true }),
  assets: related('Assets', '/api/v1/assets/assets/'),
  nodes: related('Nodes', '/api/v1/assets/nodes/'),
};
const options = resourceOptions('perms.assetpermission', metas);

test('B-5-020 a permission without an asset and without a node is refused; one node is enough', async () => {
  const { screen, user, server } = await renderPage({
    page: <PermissionFormPage resource="perms.assetpermission" url={URL} name="AssetPermission" />,
    caller: { perms: ['perms.add_assetpermission'] },
    routes: {
      [`OPTIONS ${URL}`]: options,
      [`POST ${URL}`]: detailRow(assetpermission, { id: 'p1', name: 'ops' }),
      'GET /api/v1/assets/nodes/': pageOf([listRow(node, { id: 'n1', name: 'Web', full_value: 'Web' })]),
    },
  });
  await user.type(await screen.findByLabelText(/^Name/), 'ops');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect((await screen.findAllByText('Choose at least one asset or node.')).length).toBeGreaterThan(0);
  expect(server.calls('POST', URL)).toEqual([]);
  await user.click(screen.getByRole('combobox', { name: 'Nodes' }));
  await user.click(await screen.findByText('Web'));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.calls('POST', URL)[0]?.body).toMatchObject({ nodes: [{ pk: 'n1' }] }));
});
