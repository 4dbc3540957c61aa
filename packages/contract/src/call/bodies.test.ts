import { expect, test } from 'vitest';
import { z } from 'zod';
import { everyShape } from '../../test/everyShape.ts';

const shapes = new Map(everyShape);

const schemaOf = (name: string, part: 'body' | 'query' = 'body'): z.ZodType => {
  const schema = shapes.get(name)?.[part];
  if (!(schema instanceof z.ZodType)) throw new Error(`${name} has no ${part}`);
  return schema;
};

/** The first mistake in a body: its place and its message, a key of the texts for errors. */
const mistakeIn = (name: string, body: unknown): [place: string, message: string] | undefined => {
  const [issue] = schemaOf(name).safeParse(body).error?.issues ?? [];
  return issue && [issue.path.join('.'), issue.message];
};

const many = (count: number, entry: unknown) => Array.from({ length: count }, () => entry);
const id = '00000000-0000-0000-0000-000000000002';

test.each<[call: string, body: unknown, place: string, message: string]>([
  ['accounts.account clearSecret', {}, 'account_ids', 'not_a_list'],
  ['accounts.account createMany', { assets: null }, 'assets', 'empty_list'],
  ['accounts.account createMany', { assets: [] }, 'assets', 'empty_list'],
  ['accounts.account createMany', { assets: [id], on_invalid: 'never' }, 'on_invalid', 'invalid_choice'],
  ['assets.node createChild', { value: {} }, 'value', 'invalid_string'],
  ['assets.node createChildOf', { id: 'x' }, 'id', 'invalid_uuid'],
  ['assets.node moveChildren', {}, 'nodes', 'not_a_list'],
  ['assets.node addAssets', {}, 'assets', 'required'],
  ['assets.node removeAssets', {}, 'assets', 'required'],
  ['assets.node moveAssets', {}, 'assets', 'required'],
  ['tickets.applyassetticket bulk', { tickets: null }, 'tickets', 'not_a_list'],
  ['tickets.applyassetticket bulk', { tickets: many(101, id) }, 'tickets', 'max_items'],
  ['tickets.applyassetticket bulk', { tickets: [id], seen: 5 }, 'seen', 'invalid_datetime'],
  ['users.user invite', { users: null, org_roles: [id] }, 'users', 'not_a_list'],
  ['users.user invite', { users: [id], org_roles: [] }, 'org_roles', 'empty_list'],
  ['users.user setPassword', {}, 'password', 'required'],
  ['users.user setPassword', { password: 5 }, 'password', 'required'],
  ['users.user setPassword', { password: '' }, 'password', 'required'],
  ['terminal.session lifecycleLog', { event: 'party' }, 'event', 'invalid_choice'],
  ['POST /api/v1/authentication/auth/', { username: 5 }, 'username', 'required'],
  ['POST /api/v1/authentication/password/verify/', {}, 'password', 'required'],
  ['POST /api/v1/terminal/terminal-registrations/', { type: 'koko' }, 'name', 'required'],
  ['POST /api/v1/terminal/terminal-registrations/', { name: ' ', type: 'koko' }, 'name', 'required'],
  ['POST /api/v1/terminal/terminal-registrations/', { name: 'a', type: 'x' }, 'type', 'invalid_choice'],
  ['PATCH /api/v1/notifications/site-messages/mark-as-read/', {}, 'ids', 'not_a_list'],
  ['PATCH /api/v1/notifications/site-messages/mark-as-read/', { ids: [] }, 'ids', 'empty_list'],
  ['PATCH /api/v1/notifications/site-messages/mark-as-read/', { ids: many(1001, id) }, 'ids', 'max_items'],
  ['PATCH /api/v1/notifications/site-messages/mark-as-read/', { ids: ['x'] }, 'ids.0', 'invalid_uuid'],
  [
    'PUT /api/v1/notifications/user-msg-subscription/:user/',
    { receive_backends: null },
    'receive_backends',
    'not_a_list',
  ],
  [
    'PUT /api/v1/notifications/user-msg-subscription/:user/',
    { receive_backends: many(101, 'site_msg') },
    'receive_backends',
    'max_items',
  ],
  ['POST /kael/interrupt_current_ask/', { id: 'x' }, 'id', 'invalid_uuid'],
])('%s refuses %j', (call, body, place, message) => {
  expect(mistakeIn(call, body)).toEqual([place, message]);
});

test.each<[call: string, body: unknown]>([
  ['accounts.account clearSecret', { account_ids: [id] }],
  ['accounts.account createMany', { assets: [id], on_invalid: 'skip' }],
  ['accounts.account createMany', { assets: [id], on_invalid: { value: 'update', label: 'Update' } }],
  ['accounts.account createMany', { assets: [{ id }], template: '', on_invalid: 'error' }],
  ['assets.node createChild', { value: 'Paris', id: '' }],
  ['assets.node createChildOf', {}],
  ['tickets.applyassetticket bulk', { tickets: many(100, id), seen: { [id]: '2026/05/05' } }],
  ['terminal.session lifecycleLog', { event: 'asset_connect_finished', reason: 'user_close' }],
  ['terminal.task toggleLockSession', { session_id: id, task_name: 'lock_session' }],
  ['terminal.task toggleLockSession', { session_id: id, task_name: 'unlock_session' }],
  ['terminal.task toggleLockSession', { session_id: id, task_name: 'kill_session' }],
  ['PATCH /api/v1/notifications/site-messages/mark-as-read/', { ids: many(1000, id) }],
  ['PUT /api/v1/notifications/user-msg-subscription/:user/', { receive_backends: many(100, 'site_msg') }],
])('%s accepts %j', (call, body) => {
  expect(mistakeIn(call, body)).toBeUndefined();
});

test('values that cannot be read count as absent where clients send all kinds', () => {
  const read = (call: string, body: unknown, part?: 'query') => schemaOf(call, part).parse(body);
  expect(read('audits.usersession offline', { ids: 'x' })).toEqual({ ids: [] });
  expect(read('terminal.task killSession', 'x')).toEqual([]);
  expect(read('authentication.connectiontoken reuse', {})).toEqual({ is_reusable: false });
  expect(read('authentication.connectiontoken exchange', {})).toEqual({ id: '' });
  expect(read('authentication.connectiontoken exchange', { id: 5 })).toEqual({ id: '5' });
  const bulk = (action: string) => read('tickets.applyassetticket bulk', { action }, 'query');
  expect([bulk('approve'), bulk('reject'), bulk('burn')]).toEqual([
    { action: 'approve' },
    { action: 'reject' },
    { action: undefined },
  ]);
});

test('a confirmation is of the level that is asked for, by default of the password', () => {
  const level = (confirm_type: unknown) =>
    schemaOf('POST /api/v1/authentication/confirm/').parse({ confirm_type });
  for (const kind of ['relogin', 'password', 'mfa'])
    expect(level(kind)).toMatchObject({ confirm_type: kind });
  for (const none of ['', null]) expect(level(none)).toMatchObject({ confirm_type: 'password' });
  expect(schemaOf('GET /api/v1/authentication/confirm/', 'query').parse({})).toEqual({
    confirm_type: 'password',
  });
  expect(mistakeIn('POST /api/v1/authentication/confirm/', { confirm_type: 'finger' })?.[0]).toBe(
    'confirm_type',
  );
});

test('a component that registers has name and comment cut to their columns', () => {
  const registration = { name: ` ${'n'.repeat(200)}`, type: 'koko', comment: 'c'.repeat(2000) };
  const schema = schemaOf('POST /api/v1/terminal/terminal-registrations/');
  expect(schema.parse(registration)).toEqual({
    name: 'n'.repeat(128),
    type: 'koko',
    comment: 'c'.repeat(1024),
  });
  expect(schema.parse({ name: 'n', type: 'koko', comment: 5 })).toEqual({
    name: 'n',
    type: 'koko',
    comment: '',
  });
});

test('a site message has a subject and a text of several lines, and names up to a thousand recipients of a kind', () => {
  expect(shapes.get('POST /api/v1/notifications/site-messages/send/')?.body).toMatchObject({
    app: 'notifications',
    name: 'send',
    mode: 'create',
    fields: {
      subject: { kind: 'text', required: true, max: 128 },
      message: { kind: 'text', required: true, multiline: true, max: 20_000 },
      user_ids: { kind: 'list', maxItems: 1000, default: [] },
      group_ids: { kind: 'list', maxItems: 1000, default: [] },
      is_broadcast: { kind: 'boolean', default: false },
    },
  });
});
