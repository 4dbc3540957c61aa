// @vitest-environment jsdom
import { adhoc } from '@gatehouse/contract/resources/ops/adhoc.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { tabsShown } from '../../../test/actionsShown.ts';
import { creating, listOf, rowAt } from '../../../test/answerTo.ts';
import { typeCode } from '../../../test/code/codeEditor.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { renderShell } from '../../../test/renderShell.tsx';
import { routeTable } from '../../app/routes/table.ts';
import { createRouteNames } from '../../platform/route/routeNames.ts';

const ADHOCS = '/api/v1/ops/adhocs/';
const disk = {
  id: 'a1',
  name: 'disk',
  module: { value: 'shell' as const, label: 'Shell' },
  args: 'df -h\nlsblk',
};
const routes = { ...listOf(adhoc, [disk]), ...rowAt(adhoc, 'a1', disk) };

const open = (name: string, perms?: string[]) =>
  openRoute(name, {
    ...(!['Template', 'AdhocCreate'].includes(name) && { params: { id: 'a1' } }),
    ...(perms && { caller: { perms } }),
    routes: { ...routes, ...creating(adhoc, { id: 'a9', name: 'new' }) },
  });

test('A-2.4-012 the page of templates lists the user’s commands; no playbooks without the permission for them', async () => {
  await open('Template', allBut('ops.view_playbook'));
  expect(await screen.findByRole('link', { name: 'disk' })).toBeTruthy();
  expect(await tabsShown()).toEqual(['Commands']);
  expect(screen.getByText(/^df -h/)).toBeTruthy();
});

test('a job is made from a command template, unless no runner carries out its module', async () => {
  const snake = { id: 'a2', name: 'snake', module: { value: 'oracle' as const, label: 'Oracle' }, args: '' };
  const { user, router } = await openRoute('Template', { routes: listOf(adhoc, [disk, snake]) });
  const makes = async (name: string, role: 'button' | 'link') =>
    within((await screen.findByText(name)).closest('tr') as HTMLElement).getByRole(role, {
      name: 'Create job',
    });
  expect((await makes('snake', 'button')).getAttribute('aria-disabled')).toBe('true');
  await user.click(await makes('disk', 'link'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/workbench/ops/job/create'));
  expect(router.state.location.search).toBe('?type=adhoc&id=a1');
});

test('A-2.4-015 the form of a new command template sends its command as it was typed', async () => {
  const { user, server } = await open('AdhocCreate');
  await user.type(await screen.findByLabelText(/^Name/), 'new');
  await typeCode('Args', 'uptime\nfree -m\n');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('POST', ADHOCS)[0]?.body).toMatchObject({ name: 'new', args: 'uptime\nfree -m\n' }),
  );
});

test('A-2.4-016 the form of a command template has its command', async () => {
  await open('AdhocUpdate');
  const code = await screen.findByRole('textbox', { name: 'Args' });
  expect(within(code).getByText('lsblk')).toBeTruthy();
});

test('A-2.4-017 the page of a command template shows its command line by line', async () => {
  await open('AdhocDetail');
  expect((await screen.findByText(/^df -h\s+lsblk$/)).tagName).toBe('PRE');
});

test('A-6-041 A-6-044 pages of command templates open with their permissions only', async () => {
  await open('Template', allBut('ops.view_adhoc'));
  expect(await screen.findByRole('heading', { name: 'Templates' })).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Commands' })).toBeNull();
  const names = (perms: string[]) => createRouteNames(routeTable, new Set(perms));
  expect(names(allBut('ops.change_adhoc')).canOpen('AdhocUpdate')).toBe(false);
  expect(names(['ops.change_adhoc']).canOpen('AdhocUpdate')).toBe(true);
});

test.each([true, false])(
  'A-2.4-006 SECURITY_COMMAND_EXECUTION: switched on is %s, and so is the job center in the menu',
  async (isOn) => {
    const page = await renderShell({
      at: '/workbench/home',
      profile: { perms: ['ops.view_adhoc'] },
      settings: { SECURITY_COMMAND_EXECUTION: isOn },
    });
    const menu = within(await page.screen.findByRole('navigation', { name: 'Menu' }));
    expect(await menu.findByRole('link', { name: 'Home' })).toBeTruthy();
    expect(menu.queryByRole('link', { name: 'Templates' }) !== null).toBe(isOn);
  },
);
