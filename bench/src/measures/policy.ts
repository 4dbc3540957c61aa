import type { AssetLoginRule, CommandFilterRule, LimitRequest } from '@gatehouse/contract/policy/rules.ts';
import type { AssetFacts, Selector, UserFacts } from '@gatehouse/contract/policy/selector.ts';
import { compileFilters, decideCommand } from '@gatehouse/policy/commands/decideCommand.ts';
import { compileRules } from '@gatehouse/policy/limits/compileRules.ts';
import { decide, explain } from '@gatehouse/policy/limits/decide.ts';
import type { Measure } from '../report.ts';

const uuid = (kind: number, at: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(at).padStart(12, '0')}`;

/** The same numbers in every run. */
const dice = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const groups = 500;
const nodes = 10_000;
const keyOf = (at: number): string => `1:${at % 100}:${at}`;
const tree = { keyOf: (id: string) => keyOf(Number(id.slice(-12))) };

const userOf = (at: number): UserFacts => ({
  id: uuid(1, at),
  version: 1,
  attributes: {
    name: `User ${at}`,
    username: `user${at}`,
    email: `user${at}@example.com`,
    comment: null,
    is_active: true,
    is_first_login: false,
    system_roles: [uuid(3, at % 3)],
    org_roles: [uuid(4, at % 4)],
    groups: [uuid(2, at % groups), uuid(2, (at * 7) % groups)],
  },
});

const assetOf = (at: number): AssetFacts => ({
  id: uuid(5, at),
  version: 1,
  attributes: {
    name: `host-${at}`,
    address: `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
    comment: '',
    nodes: [keyOf(at % nodes)],
    platform: (at % 20) + 1,
    category: at % 5 ? 'host' : 'database',
    type: 'linux',
    protocols: ['ssh', 'sftp'],
    labels: [],
  },
});

const by = (name: string, match: string, value: unknown): Selector => ({
  type: 'attrs',
  attrs: [{ name, match, value }],
});
const listed = (kind: number, most: number, roll: (below: number) => number): Selector => ({
  type: 'ids',
  ids: Array.from({ length: 1 + roll(20) }, () => uuid(kind, roll(most))),
});

/** Half of the rules list users and assets, the others ask for attributes, a few for everything. */
const ruleOf = (
  at: number,
  users: number,
  assets: number,
  roll: (below: number) => number,
): AssetLoginRule => {
  const whom = [
    ...Array.from({ length: 5 }, () => listed(1, users, roll)),
    by('groups', 'm2m', [uuid(2, roll(groups)), uuid(2, roll(groups))]),
    by('groups', 'm2m_all', [uuid(2, roll(groups)), uuid(2, roll(groups))]),
    by('username', 'in', [`user${roll(users)}`]),
    by('email', 'regex', `^user${roll(99)}\\d*5@`),
    { type: 'all' },
  ];
  const what = [
    ...Array.from({ length: 5 }, () => listed(5, assets, roll)),
    by('nodes', 'm2m', [uuid(6, roll(nodes))]),
    by('platform', 'm2m', [1 + roll(20)]),
    by('address', 'ip_in', [`10.${roll(2)}.${roll(256)}.0/24`]),
    by('name', 'startswith', `host-${roll(999)}`),
    { type: 'all' },
  ];
  return {
    ...{ id: uuid(7, at), name: `rule ${at}`, priority: 1 + roll(100), is_active: roll(20) > 0 },
    ...{ users: whom[roll(whom.length)] ?? {}, assets: what[roll(what.length)] ?? {} },
    accounts: roll(3) ? ['@ALL'] : ['root', 'admin'],
    rules: roll(4)
      ? { ip_group: ['*'], time_period: [] }
      : { ip_group: ['192.168.0.0/16'], time_period: [{ id: roll(7), value: '09:00~18:00' }] },
    action: 'review',
    reviewers: [uuid(1, roll(users))],
  };
};

const each = (rounds: number, run: (round: number) => unknown): number[] =>
  Array.from({ length: rounds }, (_, round) => {
    const began = performance.now();
    run(round);
    return performance.now() - began;
  });

const measureCommands = (): Measure[] => {
  const group = (at: number) => ({
    ...{ id: uuid(8, at), name: `group ${at}`, type: 'command' as const, ignore_case: true },
    content: `command${at}\nother${at} -f\n/opt/tool${at}`,
  });
  const filters: Pick<CommandFilterRule, 'id' | 'action' | 'command_groups'>[] = Array.from(
    { length: 30 },
    (_, at) => ({
      ...{ id: uuid(9, at), action: 'reject', command_groups: [group(at)] },
    }),
  );
  const compiled = compileFilters(filters);
  const line =
    'ls -la /home/user/where | grep "word x" | sort -u > /tmp/out; echo "done with $HOME"; cat /etc/hosts';
  const long = 'a b c; '.repeat(9_300);
  each(500, () => decideCommand(line, compiled));
  return [
    {
      what: 'A line of 100 characters, 30 command groups',
      unit: 'ms',
      values: each(5_000, () => decideCommand(line, compiled)),
      budget: { p50: 0.2 },
    },
    {
      what: 'A line of 64 kB',
      unit: 'ms',
      values: each(50, () => decideCommand(long, compiled)),
      budget: { p99: 50 },
    },
  ];
};

/** Measures decisions with 10,000 rules, 50,000 users and 100,000 assets, and of commands. */
export const measurePolicy = async (): Promise<Measure[]> => {
  const [users, assets, amount] = [50_000, 100_000, 10_000];
  const roll = dice(1);
  const rules = Array.from({ length: amount }, (_, at) => ruleOf(at, users, assets, roll));
  const before = process.memoryUsage().heapUsed;
  const began = performance.now();
  let set = compileRules(rules, { tree, zone: 'Europe/Berlin' });
  const compiling = performance.now() - began;
  const requestOf = (user: number, asset: number): LimitRequest => ({
    ...{ user: userOf(user), asset: assetOf(asset), account: 'root', address: '192.168.3.4' },
    now: new Date(1_790_000_000_000 + user * 60_000),
  });
  const drawn = Array.from({ length: 5_000 }, () => requestOf(roll(users), roll(assets)));
  const again = Array.from({ length: 5_000 }, () => requestOf(roll(500), roll(500)));
  for (const request of again) decide(set, request);
  const measures: Measure[] = [
    {
      what: 'Decision, any user and asset',
      unit: 'ms',
      values: each(drawn.length, (at) => decide(set, drawn[at] as LimitRequest)),
      budget: { p99: 1 },
    },
    {
      what: 'Decision, 500 users and assets at work',
      unit: 'ms',
      values: each(again.length, (at) => decide(set, again[at] as LimitRequest)),
      budget: { p99: 1 },
    },
    {
      what: 'Decision explained',
      unit: 'ms',
      values: each(100, (at) => explain(set, drawn[at] as LimitRequest)),
    },
    { what: 'All rules compiled', unit: 'ms', values: [compiling] },
  ];
  measures.push({
    what: 'A changed rule',
    unit: 'ms',
    values: each(10, (at) => {
      set = set.with({ ...(rules[at] as AssetLoginRule), priority: 100 });
    }),
  });
  measures.push({
    what: 'Memory of the rules',
    unit: 'MB',
    values: [(process.memoryUsage().heapUsed - before) / 1e6],
  });
  return [...measures, ...measureCommands()];
};
