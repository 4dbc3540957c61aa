import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { estateOf } from '../../../test/estate.ts';

type Wire = { id: string; [field: string]: unknown };
const commandsUrl = '/api/v1/terminal/commands/';
const insecureUrl = `${commandsUrl}insecure-command/`;
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
let session = '';
let filter = '';
let group = '';
let theirs = '';

const made = async (url: string, body: object, caller = admin): Promise<string> => {
  const answer = await caller.post(url, body);
  expect(answer.status, answer.text).toBe(201);
  return (answer.json as Wire).id;
};
/** A filter with its group. */
const filterIn = async (caller: typeof admin, name: string, reviewers: readonly string[]) => {
  const words = { name: `group ${name}`, type: 'command', content: 'x' };
  const named = await made('/api/v1/acls/command-groups/', words, caller);
  const body = {
    ...{ name, priority: 50, action: 'warning', reviewers, command_groups: [named] },
    ...{ users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] },
  };
  return [await made('/api/v1/acls/command-filter-acls/', body, caller), named] as const;
};

beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  const [boss, gone] = [await estate.user('boss'), await estate.user('gone')];
  const stranger = await estateOf(api.pool, OTHER_ORG_ID).user('stranger');
  [filter, group] = await filterIn(admin, 'Careful', [boss, gone]);
  [theirs] = await filterIn(api.as({ superuser: true, org: OTHER_ORG_ID }), 'Theirs', [stranger]);
  await api.pool.query('update users_user set is_active = false where id = $1', [gone]);
  gateway = await registerComponent(api, '[KoKo]-news');
  session = await gateway.session();
});
afterAll(() => api.stop());
beforeEach(() => api.pool.query('delete from audits_messagelog'));

const told = async () =>
  (
    await api.pool.query<{ line: string }>(
      `select concat_ws(' | ', m.message_type, u.username, m.backend, m.text #>> '{params,rule}', m.text #>> '{params,command}') as line
        from audits_messagelog m left join users_user u on u.id = m."user" order by 1`,
    )
  ).rows.map(({ line }) => line);
const row = (more: object = {}) => ({
  ...{ org_id: DEFAULT_ORG_ID, user: 'ANN(ann)', asset: 'web-1', account: 'root(root)', output: '' },
  ...{
    input: 'x',
    session,
    risk_level: 4,
    timestamp: 1_700_000_000,
    cmd_filter_acl: filter,
    cmd_group: group,
  },
  ...more,
});
const report = async (...rows: object[]) => {
  const sent = await gateway.post(commandsUrl, rows);
  expect(sent.status, sent.text).toBe(201);
};
const listed = async (query: string) =>
  (await admin.get(`${commandsUrl}?limit=10&${query}`)).json as { results: Wire[] };

test('a command keeps which filter and group decided it, by their names at that time', async () => {
  const gone = randomUUID();
  await report(
    row({ input: 'known', cmd_filter_acl_name: 'invented', timestamp: 3 }),
    row({
      input: 'gone',
      cmd_filter_acl: gone,
      cmd_filter_acl_name: 'Was here',
      cmd_group: null,
      timestamp: 2,
    }),
    row({ input: 'free', risk_level: 0, cmd_filter_acl: undefined, cmd_group: undefined, timestamp: 1 }),
  );
  const { results } = await listed(`session_id=${session}`);
  expect(results).toMatchObject([
    {
      ...{ input: 'known', risk_level: { value: 4 }, cmd_filter_acl: filter, cmd_group: group },
      ...{ cmd_filter_acl_name: 'Careful', cmd_group_name: 'group Careful' },
    },
    {
      input: 'gone',
      cmd_filter_acl: gone,
      cmd_filter_acl_name: 'Was here',
      cmd_group: null,
      cmd_group_name: '',
    },
    { input: 'free', cmd_filter_acl: null, cmd_filter_acl_name: '' },
  ]);
  const one = await listed(`session_id=${session}&cmd_filter_acl=${filter}`);
  expect(one.results.map(({ input }) => input)).toEqual(['known']);
});

test('reviewers of a filter are told of the commands that it only watches, those of a batch together', async () => {
  await report(
    row({ input: 'x 1' }),
    row({ input: 'x 2' }),
    row({ input: 'x 1' }),
    row({ input: 'y', risk_level: 0 }),
  );
  expect(await told()).toEqual([
    'command_warned | boss | email | Careful | x 1\nx 2',
    'command_warned | boss | site_msg | Careful | x 1\nx 2',
  ]);
});

test('no reviewer is told under the rule of another organization, nor without a rule', async () => {
  await report(row({ cmd_filter_acl: theirs }), row({ cmd_filter_acl: theirs, org_id: OTHER_ORG_ID }));
  await report(row({ cmd_filter_acl: undefined, cmd_group: undefined }));
  expect(await told()).toEqual([]);
});

const insecure = ({ output, timestamp, account, ...more }: Partial<ReturnType<typeof row>> = {}) => ({
  ...{ user: 'ANN(ann)', asset: 'web-1', input: 'x', session, risk_level: 4, org_id: DEFAULT_ORG_ID },
  ...{ cmd_filter_acl: filter, cmd_group: group },
  ...more,
});

test('components may tell of dangerous commands apart: subscribers of refused ones, reviewers of watched ones', async () => {
  const before = (await api.pool.query('select count(*)::int as n from terminal_command')).rows[0];
  const rows = [
    insecure(),
    insecure({ input: 'no', risk_level: 5 }),
    insecure({ input: 'yes', risk_level: 7 }),
  ];
  const answer = await gateway.post(insecureUrl, rows);
  expect([answer.status, answer.json]).toEqual([200, { msg: 'ok' }]);
  expect((await told()).filter((line) => !line.includes('site_msg'))).toEqual([
    'command_alert | webhook | no',
    'command_warned | boss | email | Careful | x',
  ]);
  expect((await api.pool.query('select count(*)::int as n from terminal_command')).rows[0]).toEqual(before);
});

test('only components tell, of their own sessions, with ids that are ids', async () => {
  const wrong = await gateway.post(insecureUrl, [insecure({ cmd_group: 'x' }), { session: 'y' }]);
  expect([wrong.status, wrong.json]).toEqual([
    401,
    { msg: 'invalid', errors: ['cmd_group', 'session', 'cmd_filter_acl', 'risk_level'] },
  ]);
  const alone = await gateway.post(insecureUrl, insecure());
  expect([alone.status, alone.json]).toEqual([400, { non_field_errors: ['Enter a list.'] }]);
  const other = await registerComponent(api, '[KoKo]-other');
  expect((await other.post(insecureUrl, [insecure()])).status).toBe(404);
  for (const caller of [
    admin,
    api.as({ permissions: [] }),
    api.as({ serviceAccount: true, permissions: [] }),
  ])
    expect((await caller.post(insecureUrl, [insecure()])).status).toBe(403);
  expect(await told()).toEqual([]);
});
