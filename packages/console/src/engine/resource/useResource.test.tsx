// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DOMAINS, domainOptions, domainPerms } from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { usePatch } from './usePatch.ts';
import { type Resource, useResource } from './useResource.ts';

let found: Resource | undefined;
function Probe({ url = DOMAINS, of }: { url?: string; of?: string }) {
  found = useResource(url, of);
  return <p>{found.isPending ? 'pending' : 'there'}</p>;
}

const read = async (
  over: { view?: object | undefined; perms?: string[]; url?: string; of?: string } = {},
) => {
  const view = 'view' in over ? over.view && { ...domainOptions.view, ...over.view } : domainOptions.view;
  const page = await renderPage({
    page: <Probe url={over.url} of={over.of} />,
    routes: { [`OPTIONS ${DOMAINS}`]: { ...domainOptions, view } },
    caller: { perms: over.perms ?? domainPerms },
  });
  await page.screen.findByText('there');
  return { ...page, resource: found as Resource };
};
/** The operations that the user may perform. */
const given = ({ access }: Resource) =>
  Object.entries(access)
    .filter(([, isGiven]) => isGiven)
    .map(([name]) => name)
    .toSorted();

const all = [
  'canBulkDelete',
  'canBulkUpdate',
  'canClone',
  'canCreate',
  'canDelete',
  'canUpdate',
  'canView',
  'hasExport',
  'hasImport',
];
const without = (...names: string[]) => all.filter((name) => !names.includes(name));

test.each([
  ['everything', {}, all],
  ['no creation', { operations: ['list', 'update', 'destroy'] }, without('canCreate', 'canClone')],
  ['no update', { operations: ['list', 'create', 'destroy'] }, without('canUpdate', 'canBulkUpdate')],
  ['no deletion', { operations: ['list', 'create', 'update'] }, without('canDelete', 'canBulkDelete')],
  ['no bulk operations', { bulk: false }, without('canBulkUpdate', 'canBulkDelete')],
  ['no import', { transfer: { import: false, export: true } }, without('hasImport')],
  ['no export', { transfer: { import: true, export: false } }, without('hasExport')],
])('a resource with %s offers only what it supports', async (_what, view, names) => {
  expect(given((await read({ view })).resource)).toEqual(names);
});

test('with only the view permission, a resource offers viewing and export', async () => {
  const { resource } = await read({ perms: ['assets.view_domain'] });
  expect(given(resource)).toEqual(['canView', 'hasExport']);
});

test('a resource has lowercase names and the fields of its rows', async () => {
  const { resource, server } = await read();
  expect([resource.title, resource.titles, resource.label]).toEqual(['domain', 'domains', 'name']);
  expect(Object.keys(resource.metas)).toContain('assets_amount');
  expect(server.calls('OPTIONS', DOMAINS)[0]?.query).toEqual({ draw: '1', display: '1' });
});

test('an address without a view has no names and no limits', async () => {
  const { resource } = await read({ view: undefined });
  expect([resource.title, resource.titles, resource.label]).toEqual(['', '', 'name']);
  expect(given(resource)).toEqual(all);
});

test('another list can describe the rows; until it loads there are no fields', async () => {
  const { resource } = await read({ url: '/api/v1/assets/elsewhere/?x=1', of: DOMAINS });
  expect([resource.url, resource.title]).toEqual(['/api/v1/assets/elsewhere/?x=1', 'domain']);
  const page = await renderPage({
    page: <Probe />,
    routes: { [`OPTIONS ${DOMAINS}`]: () => new Promise(() => undefined) },
  });
  await page.screen.findByText('pending');
  expect(found?.metas).toEqual({});
});

function Patcher({ name }: { name?: string }) {
  const patch = usePatch();
  const run = () => void patch('/x/1/', { a: 1 }, name).catch(() => undefined);
  return (
    <button type="button" onClick={run}>
      Change
    </button>
  );
}
const change = async (name: string | undefined, answered: unknown) => {
  const page = await renderPage({
    page: <Patcher name={name} />,
    routes: { 'PATCH /x/1/': answered },
  });
  await page.user.click(await page.screen.findByRole('button'));
  await waitFor(() => expect(page.server.calls('PATCH', '/x/1/')).toHaveLength(1));
  return page;
};

test('a named change reports success or failure', async () => {
  const { server } = await change('Active', {});
  await screen.findByText('Changed Active');
  expect(server.calls('PATCH', '/x/1/')[0]?.body).toEqual({ a: 1 });
  cleanup();
  await change('Active', answer(400, { detail: 'Not now' }));
  await screen.findByText('Active was not changed');
});

test('an unnamed change reports no success', async () => {
  const { platform } = await change(undefined, {});
  expect(platform.notify.store.get().toasts).toEqual([]);
});
