import { expect, test } from 'vitest';
import { z } from 'zod';
import { everyShape } from '../../test/everyShape.ts';
import { everyCall } from '../calls/all.ts';
import { permissionName, permissions } from '../permissions/catalogue.ts';
import { keyOf, type ResourceDefinition } from '../resource/defineResource.ts';
import { everyDefinition } from '../resources/all.ts';
import type { CallShape, ShownSpec } from './defineCall.ts';
import type { Media } from './media.ts';

/** A line of several words that begins with a capital letter or a digit and does not end with a full stop. */
const isLine = (text: string) => /^[\p{Lu}\d]\S*\s.*[^\s.]$/u.test(text);

test('every call and action has a summary', () => {
  expect(everyShape.length).toBeGreaterThan(150);
  const faulty = everyShape.filter(([, { summary }]) => !isLine(summary));
  expect(faulty.map(([name, { summary }]) => [name, summary])).toEqual([]);
});

/** The descriptions in a schema as the API description shows them. */
const descriptionsIn = (part: unknown): string[] => {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
};

const schemasOf = ({ query, body, answer, otherwise = {} }: CallShape): z.core.$ZodType[] =>
  [query, body, answer, ...Object.values(otherwise)].filter((part) => part instanceof z.ZodType);

const jsonSchemasOf = (shape: CallShape): unknown[] =>
  schemasOf(shape).map((schema) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));

test('no description of a parameter, a body or an answer is empty', () => {
  const descriptions = everyShape.flatMap(([name, shape]) =>
    descriptionsIn(jsonSchemasOf(shape)).map((text) => [name, text] as const),
  );
  expect(descriptions.length).toBeGreaterThan(20);
  expect(descriptions.filter(([, text]) => !/^[\p{Lu}\d`].*[^\s.]$/su.test(text))).toEqual([]);
});

const byKey = new Map<string, ResourceDefinition>(
  everyDefinition.map((definition) => [keyOf(definition), definition]),
);
const shown: [string, ShownSpec][] = [
  ...everyCall.map(({ addresses, shows }) => [addresses[0], shows]),
  ...everyDefinition.flatMap((definition) =>
    Object.entries(definition.actions ?? {}).map(([name, { shows }]) => [
      `${keyOf(definition)} ${name}`,
      shows,
    ]),
  ),
].filter((entry): entry is [string, ShownSpec] => entry[1] !== undefined);

test('a call that shows rows names a resource that exists and fields that it has', () => {
  const rows = shown.flatMap(([name, spec]) => ('rows' in spec ? [{ name, ...spec }] : []));
  expect(rows.length).toBeGreaterThan(3);
  for (const { name, rows: key, fields = [] } of rows) {
    const definition = byKey.get(key);
    expect(definition, name).toBeDefined();
    const known = new Set([
      'id',
      'org_id',
      'org_name',
      ...Object.keys(definition?.fields ?? {}),
      ...(definition?.standard ?? []),
    ]);
    expect([name, fields.filter((field) => !known.has(field))]).toEqual([name, []]);
  }
});

const needsOf = (permission: string | readonly string[]): string[] =>
  [permission].flat().flatMap((need) => need.split('|'));

test('every call requires an existing permission or names the kind of caller that may make it', () => {
  const known = new Set([
    'public',
    'validUser',
    'superuser',
    'serviceAccount',
    ...permissions.map(permissionName),
  ]);
  const faulty = everyCall.filter(({ permission }) => needsOf(permission).some((need) => !known.has(need)));
  expect(faulty.map(({ addresses, permission }) => [addresses[0], permission])).toEqual([]);
});

/** The calls that need no sign-in, apart from the sign-in pages. */
const open = [
  'GET /',
  'GET /api/health/',
  'GET /api/v1/accounts/integration-applications/account-secret/',
  'GET /api/v1/authentication/login-confirm-ticket/status/',
  'DELETE /api/v1/authentication/login-confirm-ticket/status/',
  'POST /api/v1/authentication/auth/',
  'POST /api/v1/authentication/mfa/select/',
  'POST /api/v1/authentication/mfa/verify/',
  'GET /api/v1/authentication/user-session/',
  'DELETE /api/v1/authentication/user-session/',
  'GET /api/v1/prometheus/metrics/',
  'GET /api/v1/settings/logo/',
  'GET /api/v1/settings/public/',
  'GET /api/v1/settings/public/open/',
  'GET /api/v1/settings/server-info/',
  'GET /api/v1/terminal/endpoints/smart/',
  'POST /api/v1/terminal/terminal-registrations/',
  'GET /api/v1/users/profile/',
  'GET /luna',
  'GET /luna/*',
  'GET /media/*',
  'GET /static/:file',
  'GET /ui',
  'GET /ui/*',
  'GET /ui/assets/*',
  'POST /vue-admin-template/user/logout',
];

test('only the sign-in pages and the listed calls need no sign-in', () => {
  const found = everyCall
    .filter(({ permission }) => needsOf(permission).includes('public'))
    .map(({ addresses }) => addresses[0] ?? '')
    .filter((address) => !/^(GET|POST) \/core\//.test(address));
  expect(found.toSorted()).toEqual(open.toSorted());
});

const mediaOf = ({ body, answer }: CallShape): Media[] =>
  [body, answer].filter((part): part is Media => typeof part === 'object' && 'media' in part);

test('bodies and answers other than JSON name a valid content type', () => {
  const types = everyShape.flatMap(([name, shape]) =>
    mediaOf(shape).flatMap(({ media }) => media.map((type) => [name, type] as const)),
  );
  expect(types.length).toBeGreaterThan(30);
  expect(types.filter(([, type]) => !/^(\*|[a-z]+)\/(\*|[a-z.+-]+)$/.test(type))).toEqual([]);
});

/** The words of the enumerations in a schema. */
const wordsIn = (part: unknown): unknown[] => {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'const' || (key === 'enum' && Array.isArray(value))) return [value].flat();
    return wordsIn(value);
  });
};

test('only the enumerations that have an empty word on the wire declare one', () => {
  const words = everyShape.flatMap(([name, shape]) =>
    wordsIn(jsonSchemasOf(shape)).map((word) => [name, word] as const),
  );
  expect(words.length).toBeGreaterThan(100);
  const empty = words.filter(([, word]) => word === '').map(([name]) => name);
  expect(empty.toSorted()).toEqual([
    'GET /api/v1/authentication/confirm/',
    'GET /api/v1/authentication/confirm/check/',
    'GET /media/*',
    'POST /api/v1/authentication/confirm/',
    'accounts.account createMany',
    'assets.node createChild',
    'assets.node createChildOf',
    'terminal.session validateJoin',
  ]);
});

const jsonTypes = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** The JSON types named in a schema; a key `type` below `properties` is the name of a field. */
const typesIn = (part: unknown): unknown[] => {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'type') return [value].flat();
    return key === 'properties' ? Object.values(value).flatMap(typesIn) : typesIn(value);
  });
};

test('the API description names only JSON types', () => {
  const types = everyShape.flatMap(([name, shape]) =>
    typesIn(jsonSchemasOf(shape)).map((type) => [name, type] as const),
  );
  expect(types.filter(([, type]) => !jsonTypes.has(String(type)))).toEqual([]);
});

test('only uploads of recordings and files may have a body of up to 1 GiB', () => {
  const large = everyDefinition.flatMap((definition) =>
    Object.entries(definition.actions ?? {}).flatMap(([name, { bodyLimit }]) =>
      bodyLimit === undefined ? [] : [[`${keyOf(definition)} ${name}`, bodyLimit]],
    ),
  );
  expect(large).toEqual([
    ['audits.ftplog uploadFile', 2 ** 30],
    ['terminal.session uploadReplay', 2 ** 30],
  ]);
});

const shapes = new Map(everyShape);

const schemaOf = (name: string, part: 'body' | 'query' = 'body'): z.ZodType => {
  const schema = shapes.get(name)?.[part];
  if (!(schema instanceof z.ZodType)) throw new Error(`${name} has no ${part}`);
  return schema;
};

/** The first mistake in a body: its path and its message key. */
const mistakeIn = (name: string, body: unknown): [place: string, message: string] | undefined => {
  const [issue] = schemaOf(name).safeParse(body).error?.issues ?? [];
  return issue && [issue.path.join('.'), issue.message];
};

const many = (count: number, entry: unknown) => Array.from({ length: count }, () => entry);
const id = '00000000-0000-0000-0000-000000000002';

test.each<[call: string, body: unknown, place: string, message: string]>([
  ['accounts.account clearSecret', { account_ids: null }, 'account_ids', 'not_a_list'],
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

test('calls that accept any value treat an unreadable one as absent', () => {
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

test('a confirmation has the requested level, by default password', () => {
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

test('the name and comment of a registering component are cut to the length of their columns', () => {
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

test('a site message has a subject, a multiline text, and up to 1000 users and 1000 groups as recipients', () => {
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
