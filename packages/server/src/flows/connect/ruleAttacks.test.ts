import { randomUUID } from 'node:crypto';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { compileCommandPattern } from '@gatehouse/policy/commands/commandPattern.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { estateOf } from '../../../test/estate.ts';
import { createNotices } from '../../platform/notices.ts';
import { visitorMark } from './visitor.ts';
import { wireFilters } from './wireFilters.ts';

type Wire = { id: string; [field: string]: unknown };
type Caller = ReturnType<(typeof api)['as']>;
const tokens = '/api/v1/authentication/connection-token/';
const tickets = '/api/v1/tickets/apply-login-asset-tickets/';
const review = '/api/v1/acls/command-filter-acls/command-review/';
let api: Awaited<ReturnType<typeof startApi>>;
let admin: Caller;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
const callers: Record<string, Caller> = {};
const ids: Record<string, string> = {};
const as = (name: string) => callers[name] as Caller;

beforeAll(async () => {
  api = await startApi({ notices: (url) => createNotices(url) });
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  const protocols = [{ name: 'ssh', port: 22 }];
  ids.host = await estate.asset({ name: 'host-1', address: '10.0.0.7', protocols });
  ids.theirs = await estateOf(api.pool, OTHER_ORG_ID).asset({ name: 'theirs', protocols });
  for (const username of ['ann', 'bob', 'boss', 'chief']) {
    const id = await estate.user(username);
    ids[username] = id;
    const permissions = permissionsOfBuiltinRole(builtinRoles.user);
    callers[username] = api.as({ id, username, permissions });
  }
  gateway = await registerComponent(api, '[KoKo]-attacks');
  const allowed = await admin.post('/api/v1/perms/asset-permissions/', {
    name: 'all on the host',
    users: [ids.ann, ids.bob],
    assets: [ids.host],
    accounts: ['@USER'],
    actions: ['connect'],
  });
  expect(allowed.status, allowed.text).toBe(201);
});
afterAll(() => api.stop());
afterEach(async () => {
  await api.pool.query('delete from acls_loginassetacl');
  await inForce();
});

/** Waits until the stored connection rules are in force. */
const inForce = async () => {
  const stored = await api.pool.query(
    'select name || priority || action as rule from acls_loginassetacl order by 1',
  );
  const known = async () =>
    (await api.services.ruleBook.assetLogins(DEFAULT_ORG_ID)).rules
      .map(({ name, priority, action }) => `${name}${priority}${action}`)
      .toSorted();
  await expect.poll(known).toEqual(stored.rows.map(({ rule }) => rule).toSorted());
};
const rule = async (more: object = {}) => {
  const made = await admin.post('/api/v1/acls/login-asset-acls/', {
    name: 'ask',
    priority: 50,
    action: 'review',
    users: { type: 'all' },
    assets: { type: 'ids', ids: [ids.host] },
    accounts: ['@ALL'],
    rules: { ip_group: ['*'], time_period: [] },
    reviewers: [ids.boss, ids.chief],
    ...more,
  });
  expect(made.status, made.text).toBe(201);
  await inForce();
  return `/api/v1/acls/login-asset-acls/${(made.json as Wire).id}/`;
};
const request = (more: object = {}) => ({
  asset: ids.host,
  account: '@USER',
  protocol: 'ssh',
  connect_method: 'web_cli',
  ...more,
});
/** A token of a user that waits for its ticket. */
const waiting = async (who = 'ann', more: object = {}) => {
  const made = await as(who).post(`${tokens}?create_ticket=1`, request(more));
  expect(made.status, made.text).toBe(201);
  const { id, from_ticket, is_active } = made.json as Wire;
  expect(is_active).toBe(false);
  return { token: id, ticket: String(from_ticket) };
};
const redeem = async (id: string, who = 'ann') =>
  (
    await gateway.post('/api/v1/authentication/super-connection-token/secret/', {
      id,
      visitor: visitorMark({ user: String(ids[who]), address: '127.0.0.1' }, api.services.vault),
    })
  ).status;
const decide = (who: string, ticket: string, how: 'approve' | 'reject', body: object = {}) =>
  as(who).put(`${tickets}${ticket}/${how}/`, body);

test('a token under review and its ticket do not exist for others, and guessed ids find nothing', async () => {
  await rule();
  const { token, ticket } = await waiting();
  const guessed = randomUUID();
  for (const id of [token, guessed]) {
    expect((await as('bob').get(`${tokens}${id}/`)).status).toBe(404);
    for (const verb of ['expire', 'reuse'])
      expect((await as('bob').patch(`${tokens}${id}/${verb}/`, {})).status).toBeGreaterThanOrEqual(400);
    expect((await as('bob').post(`${tokens}exchange/`, { id })).status).toBeGreaterThanOrEqual(400);
    expect(await redeem(id, 'bob')).toBe(400);
  }
  for (const id of [ticket, guessed]) {
    expect((await as('bob').get(`${tickets}${id}/`)).status).toBe(404);
    for (const how of ['approve', 'reject'] as const) expect((await decide('bob', id, how)).status).toBe(404);
    expect((await as('bob').put(`${tickets}${id}/close/`, {})).status).toBe(404);
    expect((await as('bob').get(`/api/v1/tickets/super-tickets/${id}/status/`)).status).toBe(403);
  }
  expect((await decide('boss', ticket, 'approve')).status).toBe(200);
  expect(await redeem(token)).toBe(200);
});

test('the applicant opens a token by nothing but the approval of a reviewer, once', async () => {
  await rule();
  const bold = {
    is_active: true,
    from_ticket: null,
    date_expired: '2099-01-01T00:00:00Z',
    is_expired: false,
  };
  const { token, ticket } = await waiting('ann', bold);
  await api.services.settings.set({ CONNECTION_TOKEN_REUSABLE: true }, api.services.db);
  await api.services.settings.reload();
  expect((await decide('ann', ticket, 'approve')).status).toBe(403);
  expect((await as('ann').get(`${tickets}${ticket}/approve/`)).status).toBeGreaterThanOrEqual(400);
  expect((await as('ann').patch(`${tokens}${token}/`, { is_active: true })).status).toBeGreaterThanOrEqual(
    400,
  );
  for (const is_reusable of [true, false])
    expect((await as('ann').patch(`${tokens}${token}/reuse/`, { is_reusable })).status).toBe(400);
  expect((await as('ann').post(`${tokens}exchange/`, { id: token })).json).toMatchObject({
    code: 'acl_review',
  });
  expect(await redeem(token)).toBe(400);
  expect((await decide('boss', ticket, 'approve')).status).toBe(200);
  // The approval does not last as long as its user likes.
  expect((await as('ann').patch(`${tokens}${token}/reuse/`, { is_reusable: false })).status).toBe(400);
  expect((await as('ann').post(`${tokens}exchange/`, { id: token })).json).toMatchObject({
    code: 'acl_review',
  });
  expect([await redeem(token), await redeem(token)]).toEqual([200, 400]);
});

test('two reviewers at once: one decides, the other is told, and the token follows the first', async () => {
  await rule();
  for (let round = 0; round < 4; round += 1) {
    const { token, ticket } = await waiting();
    const [yes, no] = await Promise.all([
      decide('boss', ticket, 'approve'),
      decide('chief', ticket, 'reject'),
    ]);
    expect([yes.status, no.status].toSorted()).toEqual([200, 400]);
    const lost = yes.status === 200 ? no : yes;
    expect(lost.json).toMatchObject({ code: 'ticket_closed' });
    expect(await redeem(token)).toBe(yes.status);
    const { rows } = await api.pool.query(
      "select text ->> 'key' as key from notifications_sitemessage where \"user\" = $1 and text -> 'params' ->> 'id' = $2",
      [ids.ann, ticket],
    );
    expect(rows).toEqual([{ key: yes.status === 200 ? 'ticket_approved' : 'ticket_rejected' }]);
  }
});

test('a rule that changes in the midst is the one that counts when the token is used', async () => {
  const url = await rule();
  const forbidden = await waiting();
  expect((await admin.patch(url, { action: 'reject', reviewers: [] })).status).toBe(200);
  await inForce();
  expect((await decide('boss', forbidden.ticket, 'approve')).status).toBe(200);
  expect(await redeem(forbidden.token)).toBe(400);
  expect((await admin.patch(url, { action: 'review', reviewers: [ids.boss] })).status).toBe(200);
  await inForce();
  const orphaned = await waiting();
  expect((await decide('boss', orphaned.ticket, 'approve')).status).toBe(200);
  // Since then the rule names none who could have approved.
  await admin.patch(url, { reviewers: [ids.ann] });
  await inForce();
  expect(await redeem(orphaned.token)).toBe(400);
  await admin.patch(url, { reviewers: [ids.boss] });
  await inForce();
  const freed = await waiting();
  await admin.delete(url);
  await inForce();
  expect(await redeem(freed.token)).toBe(400);
  expect((await decide('boss', freed.ticket, 'approve')).status).toBe(200);
  expect(await redeem(freed.token)).toBe(200);
});

test('access that is lost while a review waits stays lost after the approval', async () => {
  await rule();
  const { token, ticket } = await waiting();
  await api.pool.query('update perms_assetpermission set is_active = false');
  expect((await decide('boss', ticket, 'approve')).status).toBe(200);
  expect(await redeem(token)).not.toBe(200);
  await api.pool.query('update perms_assetpermission set is_active = true');
  const other = await waiting();
  await api.pool.query('update users_user set is_active = false where id = $1', [ids.ann]);
  await decide('boss', other.ticket, 'approve');
  expect(await redeem(other.token)).not.toBe(200);
  await api.pool.query('update users_user set is_active = true where id = $1', [ids.ann]);
});

test('a component says where the user is: a rule for some addresses asks only there, and where that is not known', async () => {
  await rule({ rules: { ip_group: ['10.1.0.0/16'], time_period: [] } });
  const check = async (more: object) =>
    (
      (
        await gateway.post('/api/v1/acls/login-asset/check/', {
          user_id: ids.ann,
          asset_id: ids.host,
          account_username: 'ann',
          ...more,
        })
      ).json as Wire
    ).need_review;
  expect(await check({ remote_addr: '10.1.2.3' })).toBe(true);
  expect(await check({ remote_addr: '::ffff:10.1.2.3' })).toBe(true);
  expect(await check({ remote_addr: '10.2.0.1' })).toBe(false);
  for (const remote_addr of ['', 'nowhere', '10.1.2.3/16', 'x'.repeat(100_000)])
    expect(await check({ remote_addr })).toBe(true);
  expect(await check({})).toBe(true);
});

test('bodies of any size and kind end in an answer, and the words of a ticket stay short', async () => {
  await rule();
  const { ticket } = await waiting();
  const huge = 'x'.repeat(900_000);
  for (const body of [
    { hold: 'minutes', hold_minutes: 1e300 },
    { hold: 'minutes', hold_minutes: -1 },
    { hold: 'minutes', hold_minutes: 'NaN' },
    { hold: huge },
    { hold: ['once'], hold_minutes: {} },
    { seen: huge },
    { approval_step: 1e300 },
  ])
    expect((await decide('boss', ticket, 'approve', body)).status).toBe(400);
  const check = await gateway.post('/api/v1/acls/login-asset/check/', {
    user_id: ids.ann,
    asset_id: ids.host,
    account_username: huge,
    remote_addr: huge,
  });
  expect(check.status, check.text).toBe(200);
  const { rows } = await api.pool.query(
    'select max(length(title)) as title, max(length(rel_snapshot::text)) as names, max(length(apply_login_account)) as account from tickets_ticket',
  );
  expect(rows[0].title).toBeLessThanOrEqual(256);
  expect(rows[0].account).toBeLessThanOrEqual(128);
  expect(rows[0].names).toBeLessThan(4_000);
  expect((await decide('boss', ticket, 'reject')).status).toBe(200);
});

const made = async (url: string, body: object, caller = admin) => {
  const answer = await caller.post(url, body);
  expect(answer.status, answer.text).toBe(201);
  return (answer.json as Wire).id;
};
const filterIn = async (caller: Caller, more: object) => {
  const group = await made('/api/v1/acls/command-groups/', { name: 'g', content: 'reboot' }, caller);
  const filter = { name: 'f', priority: 50, action: 'review', command_groups: [group] };
  const all = { users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] };
  return made('/api/v1/acls/command-filter-acls/', { ...filter, ...all, ...more }, caller);
};

test('a component opens reviews only for its own running sessions and filters that concern them', async () => {
  const ours = await filterIn(admin, { reviewers: [ids.boss] });
  const stranger = await estateOf(api.pool, OTHER_ORG_ID).user('theirs');
  const foreign = await filterIn(api.as({ superuser: true, org: OTHER_ORG_ID }), { reviewers: [stranger] });
  await expect.poll(async () => (await api.services.ruleBook.filters(OTHER_ORG_ID)).rules.length).toBe(1);
  const session = await gateway.session({ user_id: ids.ann, asset_id: ids.host, account: 'ann(ann)' });
  const ask = (more: object, caller: { post: Caller['post'] } = gateway) =>
    caller.post(review, { session_id: session, cmd_filter_acl_id: ours, run_command: 'reboot', ...more });
  const thief = await registerComponent(api, '[KoKo]-thief');
  expect((await ask({}, thief)).status).toBeGreaterThanOrEqual(400);
  expect((await ask({}, as('ann'))).status).toBe(403);
  for (const more of [
    { session_id: randomUUID() },
    { cmd_filter_acl_id: randomUUID() },
    { cmd_filter_acl_id: foreign },
  ])
    expect((await ask(more)).status).toBeGreaterThanOrEqual(400);
  const opened = await ask({ run_command: `reboot ${'x'.repeat(900_000)}` });
  expect([opened.status < 300, (opened.json as { assignees: string[] }).assignees]).toEqual([
    true,
    ['BOSS(boss)'],
  ]);
  await api.pool.query('update terminal_session set is_finished = true where id = $1', [session]);
  expect((await ask({})).status).toBeGreaterThanOrEqual(400);
  const { rows } = await api.pool.query(
    "select length(apply_run_command) as length from tickets_ticket where type = 'command_confirm'",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].length).toBeLessThanOrEqual(4_096);
});

test('an approval covers the one command that its reviewer saw, and holds longer only if the text tells what runs', async () => {
  const { rows: stored } = await api.pool.query(
    "select id from acls_commandfilteracl where name = 'f' limit 1",
  );
  const session = await gateway.session({ user_id: ids.ann, asset_id: ids.host, account: 'ann(ann)' });
  const ours = (await api.services.ruleBook.filters(DEFAULT_ORG_ID)).rules[0]?.id ?? stored[0].id;
  const url = '/api/v1/tickets/apply-command-tickets/';
  const ask = async (run_command: string, doubt?: string) => {
    const body = { session_id: session, cmd_filter_acl_id: ours, run_command, ...(doubt && { doubt }) };
    const asked = await gateway.post(review, body);
    expect(asked.status, asked.text).toBe(200);
    const check = (asked.json as { check_ticket_api: { url: string } }).check_ticket_api.url;
    const { state } = (await gateway.get(check)).json as { state: { value: string } };
    return { ticket: check.split('/').at(-3), state: state.value };
  };
  const approve = async (ticket: string | undefined, hold: object) =>
    (await as('boss').put(`${url}${ticket}/approve/`, hold)).status;

  const first = await ask('reboot now');
  expect(await approve(first.ticket, { hold: 'session' })).toBe(200);
  expect(await ask('reboot now')).toEqual({ ticket: first.ticket, state: 'approved' });
  for (const other of ['rm -rf / \\\nreboot now', 'reboot  now', 'reboot now\u200b'])
    expect((await ask(other)).state, other).toBe('pending');
  expect((await ask('reboot now', 'uncertain')).state).toBe('pending');

  for (const [command, doubt, told] of [
    ['', 'hidden'],
    ['S3cret reboot', 'hidden', 'hidden'],
    ['sudo !!', 'changing'],
    ['reboot $when', 'changing'],
    ['reboot later', 'uncertain', 'uncertain'],
    [`reboot ${'x'.repeat(5_000)}`, 'cut'],
  ] as const) {
    const { ticket } = await ask(command, told);
    const row = (await as('boss').get(`${url}${ticket}/`)).json as Wire;
    expect(row.rel_snapshot, command).toMatchObject({ apply_run_doubt: doubt });
    for (const hold of [{ hold: 'session' }, { hold: 'minutes', hold_minutes: 5 }])
      expect(await approve(ticket, hold), command).toBe(400);
    expect(await approve(ticket, { hold: 'once' })).toBe(200);
    // Whatever became of the ticket, the next one of the same words is asked about.
    await api.pool.query("update tickets_ticket set hold = 'session' where id = $1", [ticket]);
    expect((await ask(command, told)).state, command).toBe('pending');
  }
  const { rows } = await api.pool.query(
    `select t::text as kept from tickets_ticket t union all select m::text from notifications_sitemessage m
      union all select l::text from audits_messagelog l`,
  );
  expect(rows.some(({ kept }) => kept.includes('reboot later'))).toBe(true);
  expect(rows.filter(({ kept }) => kept.includes('S3cret'))).toEqual([]);
});

test('a command group that cannot be compiled lets nothing pass in components that read its pattern', async () => {
  const patternFor = async (action: CommandFilterRule['action'], content: string): Promise<string> => {
    const group = { id: 'g', name: 'g', type: 'regex', content, ignore_case: true } as const;
    const filter = { id: 'f', name: 'f', action, reviewers: [], command_groups: [group] };
    const [sent] = await wireFilters([filter as unknown as CommandFilterRule], api.services.db);
    return sent!.command_groups[0]!.pattern;
  };
  for (const action of ['reject', 'review', 'warning', 'accept'] as const) {
    expect(await patternFor(action, '^ls$')).toBe('^ls$');
    const content = await patternFor(action, 'rm (');
    const pattern = compileCommandPattern({ type: 'regex', content, ignore_case: true });
    if ('refusal' in pattern) throw new Error('the pattern itself cannot be compiled');
    for (const line of ['ls', 'rm (', 'echo a\nb']) expect(pattern.matches(line)).toBe(action !== 'accept');
  }
});
