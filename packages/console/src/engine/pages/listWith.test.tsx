// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { DOMAINS, domainNames, domainPerms, domainRoutes, domainRows } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { detailWith, formWith, listWith } from './listWith.tsx';

const input = {
  routes: { ...domainRoutes(1), [`GET ${DOMAINS}d1/`]: domainRows(1)[0] },
  caller: { perms: domainPerms },
  names: domainNames,
};
const props = { resource: 'assets.domain', url: DOMAINS, name: 'Domain' };
const shown = () => <b>shown</b>;

test('a list page is the generic one with the registered slots', async () => {
  const Page = await listWith(async () => ({ columns: { name: { Cell: shown } } }))();
  const { screen } = await renderPage({ ...input, page: <Page {...props} />, at: '/', pattern: '/' });
  expect((await screen.findAllByText('shown')).length).toBeGreaterThan(0);
});

test('a detail page is the generic one with the registered slots', async () => {
  const Page = await detailWith(async () => ({ cells: { comment: shown } }))();
  const at = '/console/assets/domains/d1';
  const pattern = '/console/assets/domains/:id';
  const { screen } = await renderPage({ ...input, page: <Page {...props} />, at, pattern });
  expect(await screen.findByText('shown')).toBeTruthy();
});

test('a form is the generic one with the registered slots', async () => {
  const Page = await formWith({ hasAddAnother: false })();
  const at = '/console/assets/domains/create';
  const { screen } = await renderPage({ ...input, page: <Page {...props} />, at, pattern: at });
  expect(await screen.findByRole('button', { name: 'Submit' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save and add another' })).toBeNull();
});
