import { expect, test } from 'vitest';
import { z } from 'zod';
import { shapeOfAction } from '../actions/all.ts';
import { everyCall } from '../calls/all.ts';
import { keyOf } from '../resource/defineResource.ts';
import { everyDefinition } from '../resources/all.ts';
import type { CallShape } from './defineCall.ts';

/** The shape of a call, found by its address, or of an action, found by its resource and name. */
const shapeOf = (name: string): CallShape | undefined => {
  const [key, action = ''] = name.split(' ');
  const definition = everyDefinition.find((candidate) => keyOf(candidate) === key);
  if (definition) return shapeOfAction(definition, action);
  return everyCall.find(({ addresses }) => addresses.some((address) => address === name));
};
const id = '00000000-0000-0000-0000-000000000002';

const accepts = (name: string, answer: unknown, status?: number): boolean => {
  const shape = shapeOf(name);
  const schema = status === undefined ? shape?.answer : shape?.otherwise?.[status];
  if (!(schema instanceof z.ZodType)) throw new Error(`${name} has no such answer`);
  return schema.safeParse(answer).success;
};

/** Answers with fixed words that clients check. */
test.each<[call: string, answer: unknown, status?: number]>([
  ['accounts.account createMany', [{ asset: 'web-01', state: 'created', changed: true }]],
  ['accounts.account createMany', [{ asset: 'web-01', state: 'error', error: 'No.' }], 400],
  ['assets.node moveChildren', 'OK'],
  ['terminal.session lifecycleLog', { msg: 'ok', id }],
  ['terminal.session validateJoin', { ok: true, msg: '' }],
  ['terminal.session validateJoin', { ok: false, msg: 'No.' }, 401],
  ['terminal.session replay', { status: 'running', start_time: 1, key: 'k' }],
  ['terminal.session replay', { status: 'error', error: 'No.' }],
  ['tickets.ticket reject', 'ok'],
  ['users.user resetMfa', { msg: 'success' }],
  ['GET /api/v1/authentication/confirm/check/', 'ok'],
  ['POST /api/v1/authentication/mfa/verify/', { msg: 'ok' }],
  ['PATCH /api/v1/notifications/site-messages/mark-as-read-all/', { detail: 'ok' }],
  ['POST /kael/interrupt_current_ask/', { detail: 'ok' }],
  ['POST /api/v1/terminal/commands/', 'ok'],
  ['POST /api/v1/terminal/commands/', { msg: 'invalid', errors: ['No.'] }, 401],
  ['GET /api/v1/terminal/endpoints/smart/', { error: 'protocol' }, 404],
  ['POST /api/v1/terminal/host-keys/', { id, status: 'trusted' }],
  ['POST /api/v1/terminal/host-keys/', { id, status: 'changed' }],
  ['POST /api/v1/terminal/host-keys/', { id, status: 'unconfirmed' }],
  [
    'POST /api/v1/authentication/auth/',
    {
      error: 'mfa_required',
      msg: 'A code is needed.',
      data: { choices: ['otp'], url: '/api/v1/authentication/mfa/verify/' },
    },
    200,
  ],
  [
    'GET /api/v1/authentication/confirm/',
    {
      confirm_type: 'mfa',
      content: [{ name: 'otp', disabled: false, display_name: 'OTP', placeholder: 'Code' }],
    },
  ],
  [
    'GET /api/v1/assets/platform-automation-methods/',
    { push_account_posix: { groups: '' }, change_secret_by_ssh: { commands: [''] } },
  ],
])('%s may answer %j', (call, answer, status) => {
  expect(accepts(call, answer, status)).toBe(true);
});

test.each<[call: string, answer: unknown, status?: number]>([
  ['accounts.account createMany', [{ asset: 'web-01', state: 'perhaps' }]],
  ['assets.node moveChildren', ''],
  ['terminal.session validateJoin', { ok: false, msg: '' }],
  ['terminal.session validateJoin', { ok: true, msg: 'No.' }, 401],
  ['terminal.session replay', { status: '', error: 'No.' }],
  ['tickets.ticket reject', ''],
  ['users.user resetMfa', {}],
  ['POST /api/v1/terminal/commands/', ['ok']],
  ['POST /api/v1/terminal/host-keys/', { id, status: 'lost' }],
])('%s never answers %j', (call, answer, status) => {
  expect(accepts(call, answer, status)).toBe(false);
});

test('the constraints of an asset type leave out what does not apply', () => {
  const constraints = {
    charset_enabled: true,
    charset: 'utf-8',
    domain_enabled: true,
    su_enabled: true,
    su_methods: ['sudo', 'su', 'enable', 'super', 'super_level'],
    protocols: [{ name: 'ssh', port: 22, secret_types: ['password'], setting: {}, required: true }],
    automation: {},
  };
  const isAnswered = (over: object) =>
    accepts('GET /api/v1/assets/categories/constraints/', { ...constraints, ...over });
  expect([isAnswered({}), isAnswered({ charset: undefined, su_methods: undefined })]).toEqual([true, true]);
  const [ssh] = constraints.protocols;
  for (const protocol of [{ required: false }, { port_from_addr: false }, { default: false }])
    expect(isAnswered({ protocols: [{ ...ssh, ...protocol }] })).toBe(false);
  expect([isAnswered({ charset: '' }), isAnswered({ su_methods: [''] })]).toEqual([false, false]);
});
