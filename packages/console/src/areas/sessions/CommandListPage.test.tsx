// @vitest-environment jsdom
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { domainOptions, meta } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { listRow, pageOf } from '../../../test/sampleRow.ts';
import { COMMANDS_URL } from '../../resources/terminal/session/sessionCells.tsx';
import { CommandListPage } from './CommandListPage.tsx';

const options: OptionsBody = {
  ...domainOptions,
  actions: {
    GET: { input: meta({ label: 'Command' }), cmd_filter_acl_name: meta({ label: 'Rule' }) },
  },
  view: { ...domainOptions.view!, key: 'terminal.command', title: 'Command', titles: 'Commands', form: [] },
};
const storage = (id: string, facts: Partial<TreeNode> = {}): TreeNode => ({
  id,
  name: `store ${id}`,
  title: '',
  pId: 'root',
  isParent: false,
  open: false,
  valid: true,
  meta: { type: 'command_storage' },
  ...facts,
});
const open = (storages: TreeNode[], rows: RowOf<typeof command>[] = []) =>
  renderPage({
    page: <CommandListPage resource="terminal.command" url={COMMANDS_URL} name="Command" />,
    routes: {
      [`OPTIONS ${COMMANDS_URL}`]: options,
      [`GET ${COMMANDS_URL}`]: pageOf(rows),
      ...answerTo('GET /api/v1/terminal/command-storages/tree/', storages),
    },
    at: '/audit/sessions/command',
    names: { CommandFilterAclDetail: '/console/perms/cmd-acls/:id' },
  });
const root = storage('root', { name: 'All', pId: '', isParent: true, open: true });

test('the commands of the first storage are listed, then those of the chosen one', async () => {
  const { screen, user, server, router } = await open([root, storage('s1'), storage('s2')]);
  const asked = () => server.calls('GET', COMMANDS_URL).at(-1)?.query.command_storage_id;
  const second = await screen.findByRole('treeitem', { name: 'store s2' });
  await waitFor(() => expect(asked()).toBe('s1'));
  await user.click(second);
  await waitFor(() => expect(asked()).toBe('s2'));
  expect(router.state.location.search).toContain('command_storage_id=s2');
  expect(second.getAttribute('aria-selected')).toBe('true');
  await user.click(screen.getByRole('treeitem', { name: 'All' }));
  expect(asked()).toBe('s2');
});

test('a storage that does not answer cannot be chosen, and says so', async () => {
  const { screen, user, router } = await open([
    root,
    storage('s1'),
    storage('s2'),
    storage('s3', { valid: false }),
  ]);
  await user.click(await screen.findByRole('treeitem', { name: 'store s3' }));
  await screen.findByText('The search node is not available. Ask an administrator.');
  expect(router.state.location.search).not.toContain('s3');
});

test('a command names the rule that decided it, with a link to its page', async () => {
  const { screen } = await open(
    [root, storage('s1')],
    [
      listRow(command, { id: 'c1', input: 'halt', cmd_filter_acl: 'f1', cmd_filter_acl_name: 'Careful' }),
      listRow(command, { id: 'c2', input: 'ls', cmd_filter_acl: null, cmd_filter_acl_name: '' }),
    ],
  );
  await screen.findByText('halt');
  expect((await screen.findByRole('link', { name: 'Careful' })).getAttribute('href')).toBe(
    '/console/perms/cmd-acls/f1',
  );
});

test('a single storage needs no tree', async () => {
  const { screen, server } = await open([root, storage('s1')]);
  await waitFor(() => expect(server.calls('GET', COMMANDS_URL).length).toBeGreaterThan(0));
  expect(screen.queryByRole('tree')).toBeNull();
});
