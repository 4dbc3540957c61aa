import type { AccessRequest, AccessRule, AssetAccount } from '@gatehouse/contract/policy/access.ts';
import { expect, test } from 'vitest';
import { compileAccess } from './compileAccess.ts';

const now = new Date('2026-05-05T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const account = (name: string, username = name): AssetAccount => ({
  id: `id-${name}`,
  name,
  username,
  secret_type: 'password',
  has_secret: true,
});
const rule = (id: string, over: Partial<AccessRule> = {}): AccessRule => ({
  id,
  accounts: ['@ALL'],
  protocols: ['all'],
  actions: 0b1111111,
  is_active: true,
  date_start: hours(-1),
  date_expired: hours(1),
  ...over,
});
const facts = { accounts: [account('root'), account('web', 'www-data'), account('ann')], username: 'ann' };
const request = (over: Partial<AccessRequest> = {}): AccessRequest => ({
  account: 'root',
  protocol: 'ssh',
  action: 'connect',
  now,
  ...over,
});
const decide = (rules: AccessRule[], over: Partial<AccessRequest> = {}) =>
  compileAccess(rules, facts).decide(request(over));

test('the first permission that grants account, action and protocol decides; a second one is not needed', () => {
  const verdict = decide([rule('other', { accounts: ['www-data'] }), rule('first'), rule('second')]);
  expect(verdict).toMatchObject({
    outcome: 'allow',
    account: { alias: 'root', id: 'id-root', actions: 127 },
    decidedBy: ['first'],
    passedOver: [
      { rule: 'other', reason: 'account' },
      { rule: 'second', reason: 'not_needed' },
    ],
  });
});

test('permissions add up: one grants the account, another the protocol', () => {
  const [ssh, root] = [
    rule('ssh', { accounts: ['www-data'], protocols: ['ssh'] }),
    rule('root', { accounts: ['root'], protocols: ['rdp'] }),
  ];
  expect(decide([ssh, root])).toMatchObject({ outcome: 'allow', decidedBy: ['root', 'ssh'], passedOver: [] });
  expect(decide([ssh, root], { protocol: 'telnet' })).toMatchObject({ outcome: 'deny', decidedBy: [] });
});

test.each([
  ['inactive', { is_active: false }, 'deny'],
  ['not_started', { date_start: hours(1) }, 'deny'],
  ['expired', { date_expired: now }, 'expired'],
  ['account', { accounts: ['admin'] }, 'deny'],
  ['action', { actions: 0b10 }, 'deny'],
  ['protocol', { protocols: ['rdp'] }, 'deny'],
] as const)('a permission does not apply, reason: %s', (reason, over, outcome) => {
  expect(decide([rule('one', over)])).toEqual({
    outcome,
    decidedBy: [],
    passedOver: [{ rule: 'one', reason }],
  });
});

test('what an expired permission granted does not come back through a valid one for something else', () => {
  const rules = [rule('ended', { date_expired: hours(-1) }), rule('live', { actions: 0b10 })];
  expect(decide(rules)).toMatchObject({ outcome: 'expired' });
  expect(decide(rules, { action: 'upload' })).toMatchObject({ outcome: 'allow', decidedBy: ['live'] });
});

test('an account is found by its name or id, and refused if it is not granted', () => {
  for (const name of ['web', 'id-web'])
    expect(decide([rule('one', { accounts: ['www-data'] })], { account: name }).outcome).toBe('allow');
  expect(decide([rule('one')], { account: 'www-data' }).outcome).toBe('deny');
});

test("the user's own account is the one with the username, or a typed one where the asset has none", () => {
  const own = [rule('own', { accounts: ['@USER'] })];
  expect(compileAccess(own, facts).accounts).toMatchObject([{ alias: 'ann', id: 'id-ann', is_own: true }]);
  expect(compileAccess(own, { accounts: [], username: 'ann' }).accounts).toMatchObject([
    { alias: '@USER', id: null, username: 'ann', has_secret: false, is_own: true },
  ]);
});

test('typed and anonymous accounts keep their alias as username', () => {
  const typed = compileAccess([rule('typed', { accounts: ['@INPUT', '@ANON'] })], facts);
  expect(typed.accounts.map(({ alias, username }) => [alias, username])).toEqual([
    ['@INPUT', '@INPUT'],
    ['@ANON', '@ANON'],
  ]);
});

test('granted accounts hold the union of actions and the latest end', () => {
  const { accounts, protocols } = compileAccess(
    [
      rule('short', { accounts: ['root'], actions: 0b01, protocols: ['ssh'] }),
      rule('long', { accounts: ['root'], actions: 0b10, protocols: ['sftp', 'ssh'], date_expired: hours(9) }),
    ],
    facts,
  );
  expect(accounts).toMatchObject([{ alias: 'root', actions: 0b11, date_expired: hours(9) }]);
  expect(protocols).toEqual(['ssh', 'sftp']);
});

test.each(['@INPUT', '@ANON', '@USER', '@ALL'])(
  'an account called %s never takes the place of the virtual one',
  (word) => {
    const accounts = [account(word), account('hidden', word), account('root')];
    const names = (...granted: string[]) =>
      compileAccess([rule('all', { accounts: granted })], { accounts, username: 'ann' }).accounts;
    expect(names('@ALL').map(({ alias }) => alias)).toEqual(['root']);
    for (const account of names('@INPUT', '@ANON', '@USER'))
      expect(account).toMatchObject({ id: null, has_secret: false });
  },
);

test('access that needs an expired permission together with a valid one is expired', () => {
  const rules = [
    rule('ended', { accounts: ['root'], protocols: ['rdp'], date_expired: hours(-1) }),
    rule('live', { accounts: ['www-data'], protocols: ['ssh'] }),
  ];
  expect(decide(rules)).toMatchObject({ outcome: 'expired', decidedBy: [] });
  expect(decide(rules, { protocol: 'telnet' })).toMatchObject({ outcome: 'deny' });
});

test('a permission is valid at the very moment it starts', () => {
  expect(decide([rule('now', { date_start: now })])).toMatchObject({ outcome: 'allow', decidedBy: ['now'] });
});

test("accounts granted by @ALL, @INPUT or @ANON are not the user's own, and a virtual account takes a password", () => {
  const { accounts } = compileAccess([rule('all', { accounts: ['@ALL', '@INPUT', '@ANON'] })], facts);
  expect(accounts.map(({ alias, is_own }) => [alias, is_own])).toEqual([
    ['root', false],
    ['web', false],
    ['ann', false],
    ['@INPUT', false],
    ['@ANON', false],
  ]);
  expect(accounts.at(-1)).toMatchObject({ id: null, secret_type: 'password', has_secret: false });
});
