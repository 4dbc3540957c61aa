import type {
  AssetLoginRule,
  CommandFilterRule,
  ConnectMethodRule,
  LimitRule,
  LoginRule,
} from '@gatehouse/contract/policy/rules.ts';
import { compileRules, type RuleSet } from '@gatehouse/policy/limits/compileRules.ts';
import type { Database } from '../../platform/database.ts';
import type { Events } from '../../platform/events.ts';
import { readFilters } from '../../resources/acls/commandfilteracl/rules.ts';
import { readMethodRules } from '../../resources/acls/connectmethodacl/rules.ts';
import { readLoginRules } from '../../resources/acls/loginacl/rules.ts';
import { readAssetLoginRules } from '../../resources/acls/loginassetacl/rules.ts';
import { keysOfNodes } from '../../resources/assets/node/statements.ts';
import { type FactsAsked, factsAskedBy } from './factsAsked.ts';

/** The rules of an installation that limit access, compiled. */
type Rules = {
  logins: RuleSet<LoginRule>;
  methods: RuleSet<ConnectMethodRule>;
  /** By organization. */
  assetLogins: ReadonlyMap<string, RuleSet<AssetLoginRule>>;
  filters: ReadonlyMap<string, RuleSet<CommandFilterRule>>;
  /** What the rules that decide about running sessions ask about. */
  sessionsAsk: FactsAsked;
};

/** The rules as of now, which every server keeps in memory. */
export type RuleBook = {
  logins(): Promise<RuleSet<LoginRule>>;
  methods(): Promise<RuleSet<ConnectMethodRule>>;
  assetLogins(org: string): Promise<RuleSet<AssetLoginRule>>;
  filters(org: string): Promise<RuleSet<CommandFilterRule>>;
  /** What the rules that decide about running sessions ask about, in all organizations. */
  sessionsAsk(): Promise<FactsAsked>;
};

/** Ids of the nodes that selectors of assets name. */
export const nodesIn = (rules: readonly LimitRule[]): string[] => {
  const ids = new Set<string>();
  for (const { assets } of rules)
    for (const attr of Array.isArray(assets?.attrs)
      ? (assets.attrs as { name?: unknown; value?: unknown }[])
      : [])
      if (attr?.name === 'nodes')
        for (const id of [attr.value].flat()) if (typeof id === 'string') ids.add(id.toLowerCase());
  return [...ids];
};

const byOrganization = <Rule extends LimitRule>(
  rows: readonly { org: string; rule: Rule }[],
  compile: (rules: readonly Rule[]) => RuleSet<Rule>,
): ReadonlyMap<string, RuleSet<Rule>> => {
  const grouped = Map.groupBy(rows, ({ org }) => org);
  return new Map([...grouped].map(([org, found]) => [org, compile(found.map(({ rule }) => rule))]));
};

type Read = {
  rules: Rules /** Reads anew where the nodes stand that rules name. */;
  placeNodes: () => Promise<void>;
};

const readRules = async (db: Database, zone: string): Promise<Read> => {
  const [logins, methods, assetLogins, filters] = await Promise.all([
    readLoginRules(db),
    readMethodRules(db),
    readAssetLoginRules(db),
    readFilters(db),
  ]);
  const nodes = nodesIn([...assetLogins, ...filters].map(({ rule }) => rule));
  let keys: ReadonlyMap<string, string> = new Map();
  const placeNodes = async () => {
    keys = nodes.length > 0 ? await keysOfNodes(nodes, db) : keys;
  };
  await placeNodes();
  const surroundings = { tree: { keyOf: (id: string) => keys.get(id) }, zone };
  const compile = <Rule extends LimitRule>(rules: readonly Rule[]) => compileRules(rules, surroundings);
  const rules = {
    logins: compile(logins),
    methods: compile(methods),
    assetLogins: byOrganization(assetLogins, compile),
    filters: byOrganization(filters, compile),
    sessionsAsk: factsAskedBy([...methods, ...[...assetLogins, ...filters].map(({ rule }) => rule)]),
  };
  return { rules, placeNodes };
};

/** How long rules count that were read while no change could be heard of, in milliseconds. */
const deafFor = 500;

/**
 * Keeps the rules of all organizations compiled. They are read anew once one of them has changed, and the places of the
 * nodes that they name once access has: a decision waits for that, and fails if it fails. It knows every change that any
 * server was told of before it; where none can be heard of, the rules are read anew.
 */
export const createRuleBook = (deps: { db: Database; events: Events; zone: string }): RuleBook => {
  const { db, events, zone } = deps;
  let version = 0;
  let held: Promise<Read> | undefined;
  let heldSince = 0;
  let placing: Promise<void> | undefined = Promise.resolve();
  /** Rules that no change has overtaken while they were read. */
  const readCurrent = async (): Promise<Read> => {
    const before = version;
    const found = await readRules(db, zone);
    return before === version ? found : readCurrent();
  };
  events.on('rules', () => {
    version += 1;
    held = undefined;
  });
  events.on('access', () => {
    placing = undefined;
  });
  const read = (): Promise<Read> => {
    heldSince = Date.now();
    return readCurrent();
  };
  const current = async (): Promise<Rules> => {
    if (!(await events.caughtUp()) && Date.now() - heldSince > deafFor) held = undefined;
    held ??= read();
    const reading = held;
    try {
      const { rules, placeNodes } = await reading;
      placing ??= placeNodes();
      await placing;
      return rules;
    } catch (error) {
      if (held === reading) held = undefined;
      placing = undefined;
      throw error;
    }
  };
  const none = compileRules<never>([], { tree: { keyOf: () => undefined }, zone });
  return {
    logins: async () => (await current()).logins,
    methods: async () => (await current()).methods,
    assetLogins: async (org) => (await current()).assetLogins.get(org) ?? none,
    filters: async (org) => (await current()).filters.get(org) ?? none,
    sessionsAsk: async () => (await current()).sessionsAsk,
  };
};
