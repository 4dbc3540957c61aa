import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
// @vitest-environment jsdom
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { expect, test } from 'vitest';
import { domainOptions, meta, optionsOf } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { detailRow } from '../../../test/sampleRow.ts';
import { ASSETS_URL } from '../../resources/assets/assetTree.ts';
import { AssetDetailPage } from './AssetDetailPage.tsx';

const options: OptionsBody = {
  ...domainOptions,
  actions: { GET: { id: meta({ label: 'ID' }), name: meta({ label: 'Name' }) } },
  view: { ...domainOptions.view!, key: 'assets.asset', title: 'Asset', titles: 'Assets', form: [] },
};

test('the facts that only assets of a category or platform have are in cards of their own', async () => {
  const row = {
    ...detailRow(asset, {
      id: 'a1',
      name: 'frame',
      category: { value: 'custom', label: 'Custom' },
      spec_info: { proxy: 'http://relay:3128' },
    }),
    custom_info: { region: 'eu' },
  };
  const { screen } = await renderPage({
    page: <AssetDetailPage resource="assets.asset" url={ASSETS_URL} name="Asset" />,
    routes: {
      [`OPTIONS ${ASSETS_URL}`]: options,
      'OPTIONS /api/v1/assets/customs/': optionsOf({ GET: { region: meta({ label: 'Region' }) } }),
      [`GET ${ASSETS_URL}a1/`]: row,
    },
    at: '/console/assets/assets/a1',
    pattern: '/console/assets/assets/:id',
    name: 'AssetDetail',
  });
  const cardOf = async (title: string) =>
    (await screen.findByRole('heading', { name: title })).closest('section')?.textContent;
  expect(await cardOf('Connection details')).toContain('http://relay:3128');
  expect(await cardOf('Custom fields')).toContain('eu');
});
