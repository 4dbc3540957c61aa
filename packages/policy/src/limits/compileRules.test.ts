import type {
  AssetLoginRule,
  CommandFilterRule,
  ConnectMethodRule,
  LimitRequest,
  LoginRule,
} from '@gatehouse/contract/policy/rules.ts';
import type { Facts } from '@gatehouse/contract/policy/selector.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofRuns } from '../../../../scripts/proofSize.ts';
import { compileRules } from './compileRules.ts';
import { decide, explain, filtersOf, refusedMethods } from './decide.ts';

const surroundings = { tree: { keyOf: () => undefined }, zone: 'UTC' };
const rowOf = (id: string, attributes: Facts['attributes'] = {}) => ({ id, version: 1, attributes }) as never;

const rule = (facts: Partial<AssetLoginRule>): AssetLoginRule => ({
  id: facts.name ?? 'x',
  name: 'x',
  priority: 50,
  is_active: true,
  users: { type: 'all' },
  assets: { type: 'all' },
  accounts: ['@ALL'],
  action: 'reject',
  reviewers: ['boss'],
  ...facts,
});
const request = (facts: Partial<LimitRequest> = {}): LimitRequest => ({
  user: rowOf('ann', { username: 'ann', is_active: true, groups: [] }),
  asset: rowOf('db', { name: 'db' }),
  account: 'root',
  address: '10.0.0.1',
  now: new Date('2026-11-23T12:00:00Z'),
  ...facts,
});
const namesOf = (rules: AssetLoginRule[], asked = request()) =>
  explain(compileRules(rules, surroundings), asked);

test('100 decides first; of equals the active one, then the first by name', () => {
  const rules = [
    rule({ name: 'b', priority: 60 }),
    rule({ name: 'a', priority: 60, is_active: false }),
    rule({ name: 'c', priority: 100, is_active: false }),
    rule({ name: 'z', priority: 1 }),
    rule({ name: 'bb', priority: 60, action: 'accept' }),
  ];
  expect(namesOf(rules)).toMatchObject({
    outcome: 'reject',
    decidedBy: ['b'],
    passedOver: [
      { rule: 'c', reason: 'inactive' },
      { rule: 'bb', reason: 'decided_before' },
      { rule: 'a', reason: 'inactive' },
      { rule: 'z', reason: 'decided_before' },
    ],
  });
});

test.each([0, 31, 32, 33, 64, 95, 99])('of 100 rules, the one at place %i decides', (place) => {
  const others = { users: { type: 'ids', ids: ['bob'] } } as const;
  const rules = Array.from({ length: 100 }, (_, at) =>
    rule({ name: `r${String(at).padStart(2, '0')}`, ...(at === place ? {} : others) }),
  );
  expect(namesOf(rules).decidedBy).toEqual([`r${String(place).padStart(2, '0')}`]);
  expect(decide(compileRules(rules, surroundings), request()).rule?.name).toBe(rules[place]?.name);
});

test('each rule that does not apply says why', () => {
  const rules = [
    rule({ name: 'user', users: { type: 'ids', ids: ['bob'] } }),
    rule({ name: 'asset', assets: { type: 'attrs', attrs: [{ name: 'name', value: 'web' }] } }),
    rule({ name: 'account', accounts: ['admin'] }),
    rule({ name: 'address', rules: { ip_group: ['10.0.0.2'] } }),
    rule({ name: 'period', rules: { time_period: [{ id: 1, value: '13:00~14:00' }] } }),
  ];
  const verdict = namesOf(rules);
  expect(verdict).toMatchObject({ outcome: 'none', decidedBy: [], isWithoutReviewer: false });
  expect(verdict.rule).toBeUndefined();
  expect(verdict.passedOver.map(({ rule: id, reason }) => [id, reason])).toEqual(
    ['account', 'address', 'asset', 'period', 'user'].map((reason) => [reason, reason]),
  );
  expect(namesOf(rules, request({ address: '10.0.0.2' })).decidedBy).toEqual(['address']);
});

test.each<[accounts: string[], account: string | undefined, applies: boolean]>([
  [['@ALL'], undefined, true],
  [['*'], 'x', true],
  [['root'], 'root', true],
  [['root'], 'Root', false],
  [['root'], undefined, false],
  [[], 'root', false],
])('accounts %j of %s: %s', (accounts, account, applies) => {
  const verdict = decide(compileRules([rule({ accounts })], surroundings), request({ account }));
  expect(verdict.outcome).toBe(applies ? 'reject' : 'none');
});

test('a review that nobody but the applicant could decide is refused and says so; a notice passes', () => {
  const verdictOf = (facts: Partial<AssetLoginRule>) =>
    decide(
      compileRules([rule(facts), rule({ name: 'z', action: 'accept', priority: 1 })], surroundings),
      request(),
    );
  expect(verdictOf({ action: 'review', reviewers: ['ann', 'boss'] })).toMatchObject({
    outcome: 'review',
    reviewers: ['boss'],
    isWithoutReviewer: false,
  });
  for (const reviewers of [['ann'], []])
    expect(verdictOf({ action: 'review', reviewers })).toMatchObject({
      outcome: 'reject',
      reviewers: [],
      isWithoutReviewer: true,
    });
  expect(verdictOf({ action: 'notice', reviewers: [] })).toMatchObject({
    outcome: 'notice',
    isWithoutReviewer: false,
  });
});

test('a rule about signing in asks for no asset; every active rule takes methods away', () => {
  const login: LoginRule = {
    ...rule({ name: 'login', action: 'notice' }),
    assets: undefined,
    accounts: undefined,
  };
  expect(decide(compileRules([login], surroundings), request({ asset: undefined })).outcome).toBe('notice');
  const methods = (name: string, connect_methods: string[], is_active = true): ConnectMethodRule => ({
    ...{ id: name, name, priority: 50, is_active, users: { type: 'all' } },
    connect_methods,
  });
  const set = compileRules(
    [methods('a', ['web_cli']), methods('b', ['web_cli', 'ssh_client']), methods('c', ['mstsc'], false)],
    surroundings,
  );
  expect([...refusedMethods(set, request())].map(([method, by]) => [method, by.id])).toEqual([
    ['web_cli', 'a'],
    ['ssh_client', 'b'],
  ]);
});

test('the command filters of a session come in the order in which they decide', () => {
  const filter = (name: string, facts: Partial<CommandFilterRule>): CommandFilterRule => ({
    ...rule({ name }),
    command_groups: [],
    action: 'warning',
    ...facts,
  });
  const set = compileRules(
    [
      filter('late', { priority: 1 }),
      filter('first', { priority: 99 }),
      filter('other', { accounts: ['admin'] }),
      filter('off', { is_active: false }),
    ],
    surroundings,
  );
  expect(filtersOf(set, request()).map(({ id }) => id)).toEqual(['first', 'late']);
});

test('a changed, added or deleted rule counts at once; a changed user is asked anew', () => {
  const one = rule({ name: 'one', priority: 10, action: 'accept' });
  const set = compileRules([one], surroundings);
  const more = set.with(rule({ name: 'two', priority: 20 }));
  const changed = more.with({ ...one, priority: 30 });
  expect(
    [set, more, changed, changed.without('one'), set.without('one')].map(
      (rules) => decide(rules, request()).outcome,
    ),
  ).toEqual(['accept', 'reject', 'accept', 'reject', 'none']);
  expect(changed.rules.map(({ id }) => id)).toEqual(['one', 'two']);
  const byGroup = compileRules(
    [rule({ users: { type: 'attrs', attrs: [{ name: 'groups', match: 'm2m', value: [groups[0]] }] } })],
    surroundings,
  );
  const user = (version: number, of: string[]) => ({
    user: { id: 'ann', version, attributes: { groups: of } } as never,
  });
  expect(decide(byGroup, request(user(1, []))).outcome).toBe('none');
  expect(decide(byGroup, request(user(2, [groups[0] ?? '']))).outcome).toBe('reject');
});

const groups = [1, 2, 3].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
const selectors = fc.oneof(
  fc.constant({ type: 'all' }),
  fc.record({ type: fc.constant('ids'), ids: fc.subarray(['ann', 'db', 'bob']) }),
  fc.record({
    type: fc.constant('attrs'),
    attrs: fc.array(
      fc.oneof(
        fc.record({
          name: fc.constant('name'),
          match: fc.constantFrom('exact', 'in', 'not', 'contains'),
          value: fc.constantFrom('a', '*', 'ab', ''),
        }),
        fc.record({
          name: fc.constant('groups'),
          match: fc.constantFrom('m2m', 'm2m_all', 'exact'),
          value: fc.subarray(groups),
        }),
        fc.record({
          name: fc.constant('platform'),
          match: fc.constantFrom('m2m', 'in', 'not'),
          value: fc.subarray(['1', '02', '3']),
        }),
        fc.record({
          name: fc.constant('is_active'),
          match: fc.constant('exact'),
          value: fc.constantFrom('yes', false, '1'),
        }),
      ),
      { maxLength: 3 },
    ),
  }),
);
const row = fc.record({
  id: fc.constantFrom('ann', 'db', 'bob'),
  version: fc.integer(),
  attributes: fc.record({
    name: fc.constantFrom('a', 'ab', 'b', null),
    groups: fc.subarray(groups),
    platform: fc.constantFrom(1, 2, 3),
    is_active: fc.boolean(),
  }),
});

test('the index finds what asking every rule finds', () => {
  const rules = fc.array(
    fc.record({
      priority: fc.integer({ min: 1, max: 100 }),
      is_active: fc.boolean(),
      users: selectors,
      assets: selectors,
      accounts: fc.subarray(['@ALL', 'root']),
    }),
    { maxLength: 70 },
  );
  fc.assert(
    fc.property(rules, fc.array(fc.tuple(row, row), { maxLength: 5 }), (drawn, pairs) => {
      const set = compileRules(
        drawn.map((facts, at) => rule({ ...facts, name: `rule ${at}` })),
        surroundings,
      );
      for (const [user, asset] of pairs) {
        const asked = request({ user: user as never, asset: asset as never });
        expect(decide(set, asked).rule?.id).toBe(explain(set, asked).decidedBy[0]);
      }
    }),
    proofRuns({ small: 200, whole: 5_000 }),
  );
});

test('where it is not known where the user is, the strictest that would be decided somewhere counts', () => {
  const office = { rules: { ip_group: ['10.0.0.0/8'] } };
  const outcomeOf = (facts: Partial<AssetLoginRule>[], address = '') => {
    const rules = compileRules(
      facts.map((one, at) => rule({ name: `r${at}`, priority: 90 - at, reviewers: ['boss'], ...one })),
      surroundings,
    );
    const explained = explain(rules, request({ address }));
    expect(explained.rule?.id).toBe(decide(rules, request({ address })).rule?.id);
    expect(explained.passedOver.map((one) => one.rule)).not.toContain(explained.rule?.id);
    expect(explained.passedOver.length + explained.decidedBy.length).toBe(facts.length);
    return explained.outcome;
  };
  for (const unknown of ['', 'nowhere', '10.0.0.1/8']) {
    expect(outcomeOf([{ action: 'accept', ...office }, { action: 'reject' }], unknown)).toBe('reject');
    expect(outcomeOf([{ action: 'notice', ...office }, { action: 'review' }], unknown)).toBe('review');
    expect(outcomeOf([{ action: 'review', ...office }, { action: 'reject' }], unknown)).toBe('reject');
    expect(outcomeOf([{ action: 'review', ...office, reviewers: [] }, { action: 'accept' }], unknown)).toBe(
      'reject',
    );
    expect(outcomeOf([{ action: 'accept', ...office }], unknown)).toBe('accept');
    expect(outcomeOf([{ action: 'accept' }, { action: 'reject', ...office }], unknown)).toBe('accept');
    expect(outcomeOf([{ action: 'reject', ...office, accounts: ['other'] }], unknown)).toBe('none');
  }
  const never = { ip_group: ['10.0.0.1'], time_period: [{ id: 1, value: '13:00~14:00' }] };
  expect(outcomeOf([{ action: 'reject', rules: never }])).toBe('none');
  expect(outcomeOf([{ action: 'accept', ...office }, { action: 'reject' }], '10.0.0.1')).toBe('accept');
  const method: ConnectMethodRule = {
    ...{ id: 'm', name: 'm', priority: 50, is_active: true, users: { type: 'all' } },
    ...{ connect_methods: ['web_cli'], ...office },
  };
  const taken = (address: string) => [
    ...refusedMethods(compileRules([method], surroundings), request({ address })).keys(),
  ];
  expect([taken(''), taken('10.0.0.1'), taken('11.0.0.1')]).toEqual([['web_cli'], ['web_cli'], []]);
});
