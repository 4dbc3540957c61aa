// @vitest-environment jsdom
import { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import { OWN_RUNS_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changing, creating, listOf, rowAt } from '../../../../test/answerTo.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { openRoute } from '../../../../test/openRoute.tsx';
import { tellChanged } from '../../../platform/changes.ts';

const PLAYBOOK = '/api/v1/ops/playbooks/p1/';
const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
const [known, strange] = [`SHA256:${'k'.repeat(43)}`, `SHA256:${'s'.repeat(43)}`];
const web = {
  id: 'p1',
  name: 'web',
  create_method: { value: 'vcs' as const, label: 'Git repository' },
  vcs_url: 'git@git.example.com:web.git',
  vcs_ref: 'main',
  vcs_commit: one,
  vcs_host_key: known,
  vcs_public_key: 'ssh-ed25519 AAAA gatehouse',
};
const found = {
  host_key: known,
  is_confirmed: true,
  from: one,
  to: two,
  changes: [
    { path: 'main.yml', change: 'changed' },
    { path: 'roles/a.yml', change: 'removed' },
  ],
  changes_amount: 2,
};
const open = (compared: unknown, over: Record<string, unknown> = {}, tab?: string) =>
  openRoute('PlaybookDetail', {
    params: { id: 'p1' },
    ...(tab && { tab }),
    routes: { ...rowAt(playbook, 'p1', web), [`POST ${PLAYBOOK}compare/`]: compared, ...over },
  });
const ask = async ({ user }: Awaited<ReturnType<typeof open>>) => {
  await user.click(await screen.findByRole('button', { name: 'Fetch' }));
  return within(await screen.findByRole('dialog', { name: 'Fetch web' }));
};

test('a new playbook starts from a repository', async () => {
  const { user, router } = await openRoute('Template', { tab: 'PlaybookList', routes: listOf(playbook, []) });
  await user.click(await screen.findByRole('button', { name: 'Create' }));
  await user.click(await screen.findByRole('menuitem', { name: 'From a Git repository' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/workbench/ops/playbook/create'));
  expect(router.state.location.search).toBe('?origin=vcs');
});

test('a playbook is created with the address of a repository, and leads to its page', async () => {
  const { user, server, router } = await openRoute('PlaybookCreate', {
    query: { origin: 'vcs' },
    routes: creating(playbook, web),
  });
  await user.type(await screen.findByLabelText(/^Name/), 'web');
  await user.type(screen.getByLabelText(/^Vcs url/), web.vcs_url);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('POST', '/api/v1/ops/playbooks/')[0]?.body).toMatchObject({
      create_method: 'vcs',
      vcs_url: web.vcs_url,
    }),
  );
  await waitFor(() => expect(router.state.location.pathname).toBe('/workbench/ops/playbook/p1'));
  expect(router.state.location.search).toBe('');
});

test('before the first fetch the page shows the key to add', async () => {
  await open(found, rowAt(playbook, 'p1', { ...web, vcs_commit: '', vcs_host_key: '' }));
  expect(await screen.findByText(web.vcs_public_key)).toBeTruthy();
  expect(screen.getByText('Deploy key')).toBeTruthy();
  expect(
    screen.getByText('Add the deploy key to the repository, for reading only. Then fetch.'),
  ).toBeTruthy();
});

test('a playbook of own files has neither an address nor something to fetch', async () => {
  await openRoute('PlaybookCreate', { routes: creating(playbook, web) });
  await screen.findByLabelText(/^Name/);
  expect(screen.queryByLabelText(/^Vcs url/)).toBeNull();
});

test('what would change is shown before the commit is fetched, and the page follows once it is', async () => {
  const fetched = answer(201, { id: 'r1' });
  const page = await open(found, { [`POST ${PLAYBOOK}fetch/`]: fetched });
  const dialog = await ask(page);
  expect(await dialog.findByText('2 files change:')).toBeTruthy();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'changedmain.yml',
    'removedroles/a.yml',
  ]);
  expect(page.server.calls('POST', `${PLAYBOOK}fetch/`)).toHaveLength(0);
  await page.user.click(dialog.getByRole('button', { name: 'Fetch 22222222' }));
  await waitFor(() =>
    expect(page.server.calls('POST', `${PLAYBOOK}fetch/`)[0]?.body).toEqual({ commit: two }),
  );
  expect(await screen.findByText(/^Fetching web\./)).toBeTruthy();
  const before = page.server.calls('GET', PLAYBOOK).length;
  tellChanged(OWN_RUNS_URL);
  await waitFor(() => expect(page.server.calls('GET', PLAYBOOK).length).toBeGreaterThan(before));
});

test('a host key is shown beside the confirmed one, and trusted only when the user says so', async () => {
  const answers: unknown[] = [
    { ...found, host_key: strange, is_confirmed: false, to: '', changes: [] },
    found,
  ];
  const page = await open(() => answers.shift(), changing(playbook, 'p1', { ...web, vcs_host_key: strange }));
  const dialog = await ask(page);
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /another key than the one that was confirmed/,
  );
  expect(dialog.getByText(known)).toBeTruthy();
  expect(dialog.getByText(strange)).toBeTruthy();
  expect(page.server.calls('PATCH', PLAYBOOK)).toHaveLength(0);
  await page.user.click(dialog.getByRole('button', { name: 'Trust this key' }));
  await waitFor(() =>
    expect(page.server.calls('PATCH', PLAYBOOK)[0]?.body).toEqual({ vcs_host_key: strange }),
  );
  expect(await dialog.findByRole('button', { name: 'Fetch 22222222' })).toBeTruthy();
});

test('a refused key is told with the key to add; what is there already cannot be fetched again', async () => {
  const detail = 'git.example.com does not accept the deploy key.';
  const answers: unknown[] = [
    answer(400, { code: 'repository_failed', detail }),
    { ...found, to: one, changes: [], changes_amount: 0 },
  ];
  const page = await open(() => answers.shift());
  const dialog = await ask(page);
  expect((await dialog.findByRole('alert')).textContent).toBe(detail);
  expect(dialog.getByText(web.vcs_public_key)).toBeTruthy();
  await page.user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('The playbook has the files of this commit already.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Fetch 11111111' })).toHaveProperty('disabled', true);
});

test('files of a commit are read only, and the page says why', async () => {
  const node = { id: 'main.yml', name: 'main.yml', title: 'main.yml', pId: 'root', isParent: false };
  const root = { ...node, id: 'root', name: 'web', pId: '', isParent: true };
  const files = '/api/v1/ops/playbook/p1/file/';
  await open(
    found,
    {
      [`GET ${files}`]: ({ query }: { query: Record<string, string> }) =>
        query.key === undefined
          ? [root, node].map((each) => ({ ...each, open: true, temp: false }))
          : { content: '- hosts: all\n', version: 'v1', is_binary: false },
    },
    'PlaybookWorkspace',
  );
  expect(await screen.findByText(/^Files of commit 111111111111, read only/)).toBeTruthy();
  expect(await screen.findByRole('treeitem', { name: 'main.yml' })).toBeTruthy();
  for (const name of ['Save', 'New file']) expect(screen.queryByRole('button', { name })).toBeNull();
});
