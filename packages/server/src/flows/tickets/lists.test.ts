import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { bodyOf, type Json } from '../../../test/inventory.ts';
import { expectStatus, inHours, startTickets, type TicketApi } from '../../../test/tickets.ts';

let api: TicketApi;
beforeAll(async () => {
  api = await startTickets();
});
afterAll(() => api.stop());

const general = '/api/v1/tickets/tickets/';
const decide = (action: string, tickets: unknown, caller = api.boss) =>
  caller.put(`${api.url}bulk/?action=${action}`, { tickets });
const states = async (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await api.ticket(id)).state.value));

test('A-7-023 the badge counts the open tickets assigned to the caller, in any organization', async () => {
  const count = async (caller: TicketApi['boss']) => {
    const query = `assignees__id=${api.boss.id}&status=open&offset=0&limit=15&display=1&draw=1&fields=id`;
    return bodyOf<{ count: number; results: unknown[] }>(
      await expectStatus(caller.get(`${general}?${query}`), 200),
    );
  };
  const before = (await count(api.boss)).count;
  const [first] = [await api.open(), await api.open()];
  await api.open({}, api.boss);
  const counted = await count(api.boss);
  expect(counted.count).toBe(before + 2);
  for (const row of counted.results) expect(Object.keys(row as Json)).toEqual(['id']);
  await expectStatus(api.boss.put(`${general}${first?.id}/reject/`), 200);
  const abroad = api.as({ id: api.boss.id, permissions: ['tickets.view_ticket'], org: OTHER_ORG_ID });
  expect(await count(abroad as never)).toMatchObject({ count: before + 1, results: { length: before + 1 } });
});

test('tickets are filtered and searched by their visible fields', async () => {
  const word = `w${randomUUID().slice(0, 8)}`;
  const host = (await api.host({ name: `db-${word}`, address: '10.3.3.3' })).id;
  const { id } = await api.open({ title: `About ${word}`, apply_assets: [host] });
  const found = async (query: string, caller: TicketApi['ann'] = api.ann) =>
    bodyOf<{ id: string }[]>(await expectStatus(caller.get(`${general}?${query}`), 200)).map((row) => row.id);
  for (const query of [
    `id=${id}`,
    `title=About%20${word}`,
    `search=${word}`,
    `search=${word}%20apply_asset`,
    `relevant_asset=${word}`,
    `relevant_asset=db-${word}(10.3.3`,
    `applicant=${api.ann.id}&search=${word}`,
    `applicant_username_name=ANN&search=${word}`,
    `state=pending&status=open&type=apply_asset&search=${word}`,
  ])
    expect(await found(query), query).toEqual([id]);
  for (const query of [
    `title=About`,
    `relevant_asset=no-${word}`,
    `relevant_command=${word}`,
    `applicant_username_name=zoe&search=${word}`,
    `applicant=${api.boss.id}&search=${word}`,
    `assignees__id=${api.ann.id}&search=${word}`,
    `state=approved&search=${word}`,
  ])
    expect(await found(query), query).toEqual([]);
  expect((await api.ann.get(`${general}?assignees__id=x`)).json).toHaveProperty('assignees__id');
  expect((await api.ann.get(`${general}?state=x`)).status).toBe(400);
  const page = bodyOf<{ results: Json[] }>(await api.ann.get(`${general}?limit=1&fields_size=small`));
  expect(Object.keys(page.results[0] ?? {}).sort()).toEqual(['comment', 'id', 'org_id', 'title']);
});

test('tickets tell for how long access is asked for', async () => {
  const { id } = await api.open({ apply_date_start: inHours(1), apply_date_expired: inHours(25) });
  const [row] = bodyOf<{ duration: number }[]>(await api.ann.get(`${general}?id=${id}`));
  expect(row?.duration).toBe(86_400);
  expect((await api.ann.get(`${general}${id}/`)).json).toMatchObject({ duration: 86_400 });
  await api.pool.query('update tickets_ticket set apply_date_expired = null where id = $1', [id]);
  expect((await api.ann.get(`${general}${id}/`)).json).toMatchObject({ duration: null });
});

test('a ticket waits for the approvers of its level only, and no longer once it is decided', async () => {
  await api.setFlow([
    { strategy: 'custom_user', assignees: [api.boss.id] },
    { strategy: 'custom_user', assignees: [api.chief.id] },
  ]);
  const { id } = await api.open();
  const waiting = async (caller: TicketApi['ann'], value = '1') =>
    bodyOf<{ id: string }[]>(await expectStatus(caller.get(`${general}?id=${id}&waiting=${value}`), 200))
      .length;
  const counted = async ({ id }: TicketApi['ann']) => {
    const seer = api.as({ id, permissions: ['rbac.view_console', 'tickets.view_ticket'] });
    const answer = await seer.get('/api/v1/index/attention/');
    return bodyOf<{ waiting_tickets: number }>(answer).waiting_tickets;
  };
  const before = await counted(api.chief);
  expect([await waiting(api.boss), await waiting(api.chief), await waiting(api.ann)]).toEqual([1, 0, 0]);
  expect([await waiting(api.boss, '0'), await waiting(api.chief, 'false')]).toEqual([0, 1]);
  await expectStatus(decide('approve', [id]), 200);
  expect([await waiting(api.boss), await waiting(api.chief)]).toEqual([0, 1]);
  expect(await counted(api.chief)).toBe(before + 1);
  await expectStatus(api.chief.put(`${general}${id}/reject/`), 200);
  expect([await waiting(api.boss), await waiting(api.chief)]).toEqual([0, 0]);
  expect(await counted(api.chief)).toBe(before);
  expect((await api.ann.get(`${general}?waiting=x`)).status).toBe(400);
  await api.setFlow([{ strategy: 'super_admin' }]);
});

test('B-4-003 several tickets are approved, others rejected, in one request each', async () => {
  const yes = [(await api.open()).id, (await api.open()).id];
  const no = [(await api.open()).id, (await api.open()).id];
  await expectStatus(decide('approve', yes), 200);
  await expectStatus(decide('reject', [...no, randomUUID(), 'x', 5]), 200);
  expect(await states([...yes, ...no])).toEqual(['approved', 'approved', 'rejected', 'rejected']);
  const { rows } = await api.pool.query(
    'select p.id, u."user" from perms_assetpermission p join perms_assetpermission_users u on u.assetpermission = p.id where p.id = any($1::uuid[])',
    [[...yes, ...no]],
  );
  expect(rows.map((row) => row.id).sort()).toEqual([...yes].sort());
  expect(rows.every((row) => row.user === api.ann.id)).toBe(true);
  const logs = await api.pool.query(
    "select 1 from audits_operatelog where action in ('approve', 'reject') and resource_id = any($1)",
    [[...yes, ...no]],
  );
  expect(logs.rows).toEqual([]);
  await expectStatus(decide('reject', yes), 200);
  expect(await states(yes)).toEqual(['approved', 'approved']);
});

test('a bulk decision ends at the first ticket the caller may not decide; those before it stay decided', async () => {
  const [mine, own, rest] = [(await api.open()).id, (await api.open({}, api.boss)).id, (await api.open()).id];
  const answer = await decide('approve', [mine, own, rest]);
  expect(answer.status).toBe(400);
  expect(bodyOf<Json>(answer).error).toMatch(/^It is not your turn to decide about "Access /);
  expect((await api.ticket(own, api.boss)).state.value).toBe('pending');
  expect(await states([mine, rest])).toEqual(['approved', 'pending']);
  for (const [action, tickets] of [
    ['fly', [rest]],
    ['', [rest]],
    ['approve', 'x'],
    ['approve', undefined],
    ['approve', Array.from({ length: 1001 }, () => rest)],
  ] as const) {
    const refused = await decide(action, tickets);
    expect([refused.status, Object.keys(refused.json)], action).toEqual([400, ['error']]);
  }
});

test('suggestions come from the organization, within the limits of the settings', async () => {
  const base = '/api/v1/tickets/apply-assets/';
  const word = `p${randomUUID().slice(0, 8)}`;
  const [granted, ended, ungranted] = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => (await api.host({ name: `${name}-${word}` })).id),
  );
  const grant = (asset: string | undefined, more: Json) =>
    api.made(
      api.admin.post('/api/v1/perms/asset-permissions/', {
        name: `${word}-${asset}`,
        users: [api.ann.id],
        assets: [asset],
        accounts: ['@ALL'],
        ...more,
      }),
    );
  await grant(granted, {});
  await grant(ended, { date_start: inHours(-9), date_expired: inHours(-1) });
  const suggested = async (caller: Pick<TicketApi['ann'], 'get'> = api.ann) =>
    bodyOf<Json[]>(await expectStatus(caller.get(`${base}suggestions/?search=${word}`), 200));
  for (const [asset, username] of [
    [granted, 'ga'],
    [ended, 'eb'],
    [ungranted, 'uc'],
  ])
    await api.made(
      api.admin.post('/api/v1/accounts/accounts/', {
        asset,
        name: username,
        username: `${username}-${word}`,
      }),
    );
  const usernames = async () => {
    const body = { username: word, assets: [granted, ended, ungranted] };
    const asked = api.ann.post('/api/v1/accounts/accounts/username-suggestions/', body);
    return bodyOf<string[]>(await expectStatus(asked, 200)).map((username) => username.slice(0, 2));
  };
  const { settings, db } = api.services;
  const setScope = async (scope: 'all' | 'permed' | 'permed_valid') => {
    await settings.set({ TICKET_APPLY_ASSET_SCOPE: scope }, db);
    await settings.reload();
  };
  expect((await suggested()).map(({ id }) => id)).toEqual([granted, ended, ungranted]);
  expect(await usernames()).toEqual(['eb', 'ga', 'uc']);
  expect(Object.keys((await suggested())[0] ?? {}).sort()).toEqual(['address', 'id', 'name']);
  expect(await suggested(api.other)).toEqual([]);
  await setScope('permed');
  expect((await suggested()).map(({ id }) => id)).toEqual([granted, ended]);
  expect(await usernames()).toEqual(['eb', 'ga']);
  await setScope('permed_valid');
  expect((await suggested()).map(({ id }) => id)).toEqual([granted]);
  expect(await usernames()).toEqual(['ga']);
  const made = await api.open({ apply_assets: [granted, ended, ungranted], apply_nodes: [api.node] });
  expect(made).toMatchObject({ apply_assets: [{ id: granted }], apply_nodes: [] });
  await setScope('all');
  expect((await api.ann.get(base)).status).toBe(403);
  expect(bodyOf<Json[]>(await api.admin.get(`${base}?search=${word}`))).toHaveLength(3);
  const nodes = bodyOf<Json[]>(await api.ann.get('/api/v1/tickets/apply-nodes/suggestions/?search=web'));
  expect(nodes).toMatchObject([
    { id: api.node, value: 'web', name: 'web', full_value: '/DEFAULT/web', org_name: 'DEFAULT' },
  ]);
  expect(Object.keys(nodes[0] ?? {})).toHaveLength(7);
});

test('what the suggestions of assets do not show cannot be asked for either', async () => {
  const word = `q${randomUUID().slice(0, 8)}`;
  const [first, second] = [
    await api.host({ name: `a-${word}`, comment: 'sesame-open', labels: ['team:red'], address: '10.7.7.7' }),
    await api.host({ name: `b-${word}`, is_active: false, address: '10.7.7.8' }),
  ];
  const base = '/api/v1/tickets/apply-assets/suggestions/';
  const found = async (query: string, caller: Pick<TicketApi['ann'], 'get'> = api.ann) =>
    bodyOf<{ id: string }[]>(await expectStatus(caller.get(`${base}?${query}`), 200)).map(({ id }) => id);
  const both = [first.id, second.id];
  const rule = { type: 'attrs', attrs: [{ name: 'comment', match: 'contains', value: 'sesame' }] };
  for (const question of [
    'is_active=0',
    'labels=team:red',
    'category=database',
    'platform=99',
    'protocols=telnet',
    'ips=10.7.7.7',
    `node_id=${randomUUID()}`,
    `attr_rules=${Buffer.from(JSON.stringify(rule)).toString('base64')}`,
    'order=-is_active',
    'order=-date_created,-is_active',
  ])
    expect(await found(`search=${word}&${question}`), question).toEqual(both);
  expect(await found('search=sesame')).toEqual([]);
  expect(await found(`search=${word},sesame`)).toEqual([]);
  expect(await found(`search=${word}&address=10.7.7.8`)).toEqual([second.id]);
  expect(await found(`search=${word}&order=-name`)).toEqual([second.id, first.id]);
  expect(await found(`search=${word}&ids=${first.id}`)).toEqual([first.id]);
  expect(await found(`search=10.7.7`)).toEqual(both);
  const all = bodyOf<{ id: string }[]>(await api.admin.get('/api/v1/assets/hosts/?search=sesame'));
  expect(all.map(({ id }) => id)).toEqual([first.id]);
});

test('assets that are granted are suggested by what users see of them', async () => {
  const word = `g${randomUUID().slice(0, 8)}`;
  const one = await api.host({ name: word, comment: 'rack-7', labels: ['team:blue'] });
  await api.made(
    api.admin.post('/api/v1/perms/asset-permissions/', {
      ...{ name: word, users: [api.ann.id], assets: [one.id], accounts: ['@ALL'] },
    }),
  );
  const found = async (query: string) =>
    bodyOf<{ id: string }[]>(await api.ann.get(`/api/v1/assets/hosts/suggestions/?${query}`)).map(
      ({ id }) => id,
    );
  expect(await found('search=rack-7')).toEqual([one.id]);
  expect(await found(`search=${word}&labels=team:green`)).toEqual([]);
  expect(await found(`search=${word}&is_active=0`)).toEqual([]);
  expect(await found(`search=${word}&protocols=telnet`)).toEqual([one.id]);
});
