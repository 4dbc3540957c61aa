// @vitest-environment jsdom
import type { TrialLine, TrialResult } from '@gatehouse/contract/policy/trial.ts';
import { commandfilteracl } from '@gatehouse/contract/resources/acls/commandfilteracl.ts';
import { commandgroup } from '@gatehouse/contract/resources/acls/commandgroup.ts';
import { connectmethodacl } from '@gatehouse/contract/resources/acls/connectmethodacl.ts';
import { loginacl } from '@gatehouse/contract/resources/acls/loginacl.ts';
import { loginassetacl } from '@gatehouse/contract/resources/acls/loginassetacl.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf, rowAt } from '../../../../test/answerTo.ts';
import { answer, type Seen } from '../../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';

const URL = '/api/v1/acls/command-filter-acls/try/';
const group = { id: 'g1', name: 'dangerous' } as never;
const filter = {
  ...{ id: 'f1', name: 'No destruction', priority: 90, accounts: ['@ALL'], command_groups: [group] },
  ...{ users: { type: 'all' as const }, assets: { type: 'all' as const } },
};
const result: TrialResult = {
  ...{ date_from: '2026-01-01T00:00:00Z', date_to: '2026-01-08T00:00:00Z', examined: 1200, unknown: 2 },
  ...{
    unread: 5,
    unreached: ['Archive', 'Far'],
    counts: { reject: 3, review: 1 },
    decided_before: 4,
    is_cut_off: false,
  },
  others: [{ id: 'f2', name: 'Spare admins', count: 4 }],
  totals: { users: 1, assets: 1, commands: 2 },
  users: [{ id: 'u1', name: 'Ada(ada)', counts: { reject: 3, review: 1 } }],
  assets: [{ id: 'a1', name: 'web(10.0.0.1)', counts: { reject: 3, review: 1 } }],
  commands: [{ id: 'rm -rf /', name: 'rm -rf /', counts: { reject: 3 } }],
  examples: [
    {
      ...{ id: 'c1', outcome: 'reject', at: '2026-01-07T00:00:00Z', user: 'Ada(ada)', user_id: 'u1' },
      ...{ asset: 'web(10.0.0.1)', asset_id: 'a1', account: 'root(root)', command: 'rm -rf /' },
      ...{ group: 'dangerous', matched: 'rm -rf', session: 's1', offset_ms: 65_400 },
    },
  ],
};

/** A trial whose lines the test sends. */
const trial = () => {
  let pour: ReadableStreamDefaultController<Uint8Array> | undefined;
  let seen: Seen | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      pour = controller;
    },
  });
  return {
    handler: (request: Seen) => {
      seen = request;
      return new Response(body, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } });
    },
    say: (line: TrialLine) => pour?.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`)),
    end: () => pour?.close(),
    seen: () => seen,
  };
};

const open = (name: string, handler: unknown, perms?: string[]) =>
  openRoute(name, {
    ...(name.endsWith('Detail') && { params: { id: 'f1' } }),
    ...(perms && { caller: { perms } }),
    routes: {
      ...listOf(commandgroup, [{ id: 'g1', name: 'dangerous' }]),
      ...rowAt(commandfilteracl, 'f1', filter),
      'POST /api/v1/accounts/accounts/username-suggestions/': [],
      [`POST ${URL}`]: handler,
    },
  });

test('a stored filter is tried on the past: progress, numbers, and examples that lead into the recording', async () => {
  const run = trial();
  const { user } = await open('CommandFilterAclDetail', run.handler);
  await user.click(await screen.findByRole('radio', { name: '30 days' }));
  await user.click(screen.getByRole('button', { name: 'Try it' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Try on the past' }));
  run.say({ progress: { done: 600, total: 1200 } });
  await dialog.findByText('600 of 1,200 commands read');
  run.say({ result });
  run.end();
  await dialog.findByText('What this rule would have done with the 1,200 commands of the last 30 days:');
  expect(run.seen()?.body).toEqual({ id: 'f1', days: 30 });
  expect(dialog.getByText('3 rejected')).toBeTruthy();
  expect(dialog.getByText('1 held for review')).toBeTruthy();
  expect(dialog.getByText(/^4 more match.*Spare admins$/)).toBeTruthy();
  expect(dialog.getByText(/^The gateway would refuse 5 commands/)).toBeTruthy();
  expect(dialog.getByText(/^Some or all commands in Archive, Far were not tried/)).toBeTruthy();
  expect(dialog.queryByText(/^0 /)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Ada(ada)' }));
  const link = await dialog.findByRole('link', { name: /^Replay at/ });
  expect(link.getAttribute('href')).toMatch(/s1\?activeTab=Replay&t=65\.4$/);
  await user.click(dialog.getByRole('radio', { name: '2 command lines' }));
  expect(dialog.queryByRole('link')).toBeNull();
  expect(dialog.getByRole('cell', { name: 'rm -rf /' })).toBeTruthy();
});

test('a result with nothing else to say has no notes', async () => {
  const run = trial();
  const { user } = await open('CommandFilterAclDetail', run.handler);
  await user.click(await screen.findByRole('button', { name: 'Try it' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Try on the past' }));
  const quiet = { ...result, unknown: 0, unread: 0, unreached: [], decided_before: 0, others: [] };
  run.say({ result: quiet });
  run.end();
  await dialog.findByText('3 rejected');
  expect(dialog.queryByText(/^0 |refuse 0 |not all of them/)).toBeNull();
});

test('a trial is stopped by its button, and the request ends with it', async () => {
  const run = trial();
  const { user } = await open('CommandFilterAclDetail', run.handler);
  await user.click(await screen.findByRole('button', { name: 'Try it' }));
  run.say({ progress: { done: 0, total: null } });
  await screen.findByText('Waiting for the database…');
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByText('The trial was stopped.');
  expect(run.seen()?.signal?.aborted).toBe(true);
});

test('an unsaved filter is tried as the form has it; what the server refuses is shown on the field', async () => {
  const refusal = answer(400, { name: ['This name is taken.'] });
  const { user, server } = await open('CommandFilterAclCreate', refusal);
  await user.click(await screen.findByRole('button', { name: 'Try it' }));
  await screen.findAllByText('Choose a value.');
  expect(server.calls('POST', URL)).toEqual([]);
  await user.type(screen.getByLabelText(/^Name/), 'new');
  await user.click(screen.getByRole('combobox', { name: /command.groups/i }));
  await user.click(await screen.findByTitle('dangerous'));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Try it' }));
  expect((await screen.findAllByText('This name is taken.')).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls('POST', URL)[0]?.body).toMatchObject({
    days: 7,
    rule: { name: 'new', action: 'reject', command_groups: [{ pk: 'g1' }], users: { type: 'all' } },
  });
});

test('a trial that fails says why', async () => {
  const failing = trial();
  const { user } = await open('CommandFilterAclDetail', failing.handler);
  await user.click(await screen.findByRole('button', { name: 'Try it' }));
  failing.say({ error: 'Something went wrong.' });
  failing.end();
  await screen.findByText('Something went wrong.');
});

test.each([
  'perms.view_assetpermission',
  'users.view_user',
  'terminal.view_command',
  'terminal.view_session',
])('who lacks %s is offered no trial', async (missing) => {
  await open('CommandFilterAclDetail', undefined, allBut(missing));
  await screen.findByRole('heading', { name: 'What this rule does' });
  expect(screen.queryByRole('button', { name: 'Try it' })).toBeNull();
});

test('the page of a sign-in rule shows what it decided lately, linked to the lists', async () => {
  const dates = Array.from({ length: 7 }, (_, at) => `2026-01-0${at + 1}`);
  const verdicts = [
    { verdict: 'reject' as const, counts: [0, 0, 3, 0, 0, 0, 2] },
    { verdict: 'pending' as const, counts: [0, 0, 0, 0, 0, 0, 1] },
  ];
  await openRoute('UserLoginAclDetail', {
    params: { id: 'f1' },
    routes: {
      ...rowAt(loginacl, 'f1', { id: 'f1', name: 'Nights', users: { type: 'all' } }),
      ...answerTo('GET /api/v1/acls/login-acls/:id/decisions/', { dates, verdicts }, { id: 'f1' }),
    },
  });
  const link = await screen.findByRole('link', { name: 'Waiting for a reviewer' });
  expect(link.getAttribute('href')).toContain('type=login_confirm&state=pending');
  const card = within(link.closest('section') as HTMLElement);
  expect(card.getByRole('heading', { name: 'Decided in the last 7 days' })).toBeTruthy();
  const [rejected, waiting] = card.getAllByRole('listitem');
  expect(rejected?.textContent).toBe('Rejected5');
  expect(rejected?.querySelector('a')?.getAttribute('href')).toContain('rule=Nights&status=false');
  expect(waiting?.textContent).toBe('Waiting for a reviewer1');
  expect(card.getByRole('row', { name: '2026-01-07 2 1' })).toBeTruthy();
});

test.each([
  ['CommandFilterAclDetail', commandfilteracl, 'GET /api/v1/acls/command-filter-acls/:id/decisions/'],
  ['AssetAclDetail', loginassetacl, 'GET /api/v1/acls/login-asset-acls/:id/decisions/'],
  ['ConnectMethodAclDetail', connectmethodacl, 'GET /api/v1/acls/connect-method-acls/:id/decisions/'],
] as const)('%s shows what the rule decided lately', async (name, definition, call) => {
  const dates = Array.from({ length: 7 }, (_, at) => `2026-01-0${at + 1}`);
  const verdicts = [{ verdict: 'reject' as const, counts: [0, 0, 3, 0, 0, 0, 2] }];
  const row = { id: 'f1', name: 'Nights', users: { type: 'all' } };
  await openRoute(name, {
    params: { id: 'f1' },
    routes: {
      ...listOf(commandgroup, []),
      ...rowAt(definition, 'f1', row as never),
      ...answerTo(call, { dates, verdicts, not_counted: ['Archive'] }, { id: 'f1' }),
    },
  });
  const heading = await screen.findByRole('heading', { name: 'Decided in the last 7 days' });
  const card = within(heading.closest('section') as HTMLElement);
  expect((await card.findByRole('listitem')).textContent).toBe('Rejected5');
  expect(card.getByText('Not counted: Archive. This storage did not answer.')).toBeTruthy();
});
