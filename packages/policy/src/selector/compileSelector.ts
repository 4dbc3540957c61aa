import { ipOf, ipRangeOf, isWithin } from '@gatehouse/contract/network/ipGroup.ts';
import {
  type Fact,
  type Facts,
  type Selector,
  type SelectorMatch,
  selectorMatches,
} from '@gatehouse/contract/policy/selector.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { selectorPattern } from './selectorPattern.ts';

/** The tree of nodes, by which a node stands for all below it. */
export type NodeKeys = { keyOf(nodeId: string): string | undefined };

/** A value whose presence is necessary for a match, so that rules are found by it. */
export type Needed = { attribute: string; values: readonly string[] };

/** A selector, ready to be asked about rows. */
export type CompiledSelector = {
  matches(facts: Facts): boolean;
  /** Ids of the only rows it matches. */
  ids?: readonly string[];
  /** One of these values an attribute must have. */
  needed?: Needed;
};

type Test = (fact: Fact | undefined) => boolean;
type Rule = { name: string; match: SelectorMatch | undefined; value: unknown };

const never: Test = () => false;
const always: Test = () => true;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values of a condition as strings; a single value becomes a list of one. */
export const selectorValues = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map((entry) =>
    sentText(typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : entry),
  );

/** By code points, as the database compares. */
const compare = (a: string, b: string): number => {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
};

const comparisons: Readonly<Partial<Record<SelectorMatch, (difference: number) => boolean>>> = {
  gte: (difference) => difference >= 0,
  lte: (difference) => difference <= 0,
  gt: (difference) => difference > 0,
  lt: (difference) => difference < 0,
};

const addressTest = (value: unknown): ((text: string) => boolean) => {
  const entries = selectorValues(value)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.includes('*')) return () => true;
  const ranges = entries.flatMap((entry) => ipRangeOf(entry) ?? []);
  const beginnings = entries.filter((entry) => !/[/-]/.test(entry) && !ipOf(entry));
  return (text) => {
    const ip = ranges.length > 0 ? ipOf(text) : undefined;
    return (!!ip && isWithin(ip, ranges)) || beginnings.some((beginning) => text.startsWith(beginning));
  };
};

const partTests: Readonly<Partial<Record<SelectorMatch, (part: string) => (text: string) => boolean>>> = {
  contains: (part) => (text) => text.includes(part),
  startswith: (part) => (text) => text.startsWith(part),
  endswith: (part) => (text) => text.endsWith(part),
  regex: (part) => selectorPattern(part)?.matches ?? (() => false),
};

const textTest = ({ match, value }: Rule): Test => {
  const wanted = sentText(value);
  const onText =
    (test: (text: string) => boolean): Test =>
    (fact) =>
      typeof fact === 'string' && test(fact);
  if (match === 'in') {
    const values = new Set(selectorValues(value));
    return values.has('*') ? always : onText((text) => values.has(text));
  }
  if (match === 'not') return (fact) => fact !== wanted;
  if (match === 'exact') return wanted === '*' ? always : onText((text) => text === wanted);
  if (match === 'ip_in')
    return selectorValues(value).some((entry) => entry.trim() === '*') ? always : onText(addressTest(value));
  const comparison = match && comparisons[match];
  if (comparison) return onText((text) => comparison(compare(text, wanted)));
  const part = match && partTests[match];
  return part && wanted !== '' ? onText(part(wanted)) : never;
};

const booleanIn = (value: unknown): boolean | undefined => {
  const word = sentText(value).trim().toLowerCase();
  if (['true', '1', 'yes', 'on', 't', 'y'].includes(word)) return true;
  return ['false', '0', 'no', 'off', 'f', 'n', ''].includes(word) ? false : undefined;
};

const booleanTest = ({ match, value }: Rule): Test => {
  const wanted = booleanIn(value);
  if (match === 'not') return (fact) => fact !== wanted;
  if (match !== 'exact') return never;
  return value === '*' ? always : (fact) => wanted !== undefined && fact === wanted;
};

const numberTest = ({ match, value }: Rule): Test => {
  const values = selectorValues(value);
  const isAny = match === 'in' || match === 'exact' || match === 'm2m';
  if (isAny && values.includes('*')) return always;
  const numbers = new Set(values.filter((text) => /^\d{1,15}$/.test(text)).map(Number));
  const isAmong: Test = (fact) => typeof fact === 'number' && numbers.has(fact);
  if (match === 'not') return (fact) => !isAmong(fact);
  return isAny ? isAmong : never;
};

const linkTest = (
  { match, value }: Rule,
  isLinked: (fact: readonly string[], id: string) => boolean,
): Test => {
  const values = selectorValues(value).map((id) => id.toLowerCase());
  const ids = values.filter((id) => uuid.test(id));
  if (match === 'm2m_all') {
    if (ids.length === 0 || ids.length < values.length) return never;
    return (fact) => Array.isArray(fact) && ids.every((id) => isLinked(fact, id));
  }
  if (match !== 'm2m' && match !== 'in' && match !== 'exact') return never;
  return (fact) => Array.isArray(fact) && ids.some((id) => isLinked(fact, id));
};

const protocolTest = ({ match, value }: Rule): Test => {
  if (match !== 'm2m' && match !== 'in' && match !== 'exact') return never;
  const values = selectorValues(value);
  if (values.includes('*')) return always;
  return (fact) => Array.isArray(fact) && values.some((name) => fact.includes(name));
};

/** Which test an attribute has follows from what the fact is, but for links, which differ in what they link. */
const ruleTest = (rule: Rule, tree: NodeKeys): Test => {
  if (rule.match === undefined) return never;
  if (rule.name === 'protocols') return protocolTest(rule);
  const links =
    rule.name === 'nodes'
      ? linkTest(rule, (keys, id) => {
          const top = tree.keyOf(id);
          return top !== undefined && keys.some((key) => key === top || key.startsWith(`${top}:`));
        })
      : linkTest(rule, (ids, id) => ids.includes(id));
  const [text, truth, number] = [textTest(rule), booleanTest(rule), numberTest(rule)];
  return (fact) => {
    if (fact === undefined) return false;
    if (typeof fact === 'boolean') return truth(fact);
    if (typeof fact === 'number') return number(fact);
    return Array.isArray(fact) ? links(fact) : text(fact);
  };
};

const isIndexed = ({ name, match, value }: Rule): boolean => {
  // A truth is written in many ways, and a node stands for those below it.
  if (name === 'nodes' || name.startsWith('is_')) return false;
  if (match !== 'exact' && match !== 'in' && match !== 'm2m' && match !== 'm2m_all') return false;
  return !selectorValues(value).includes('*');
};

const neededBy = (rules: readonly Rule[]): Needed | undefined => {
  const rule = rules.find(isIndexed);
  if (!rule) return undefined;
  const { name, match, value } = rule;
  const all = selectorValues(value);
  // Of values that must all be there, each one must.
  const values = match === 'm2m_all' ? all.slice(0, 1) : match === 'exact' ? [sentText(value), ...all] : all;
  const spellings = (text: string) => [
    text,
    text.toLowerCase(),
    ...(/^\d{1,15}$/.test(text) ? [String(Number(text))] : []),
  ];
  return { attribute: name, values: [...new Set(values.flatMap(spellings))] };
};

const nothing: CompiledSelector = { matches: () => false, ids: [] };

const matchOf = (match: unknown): SelectorMatch | undefined =>
  selectorMatches.find((known) => known === (match ?? 'exact'));

/**
 * A selector as a test of rows (reference 04 §15): all, listed ones, or those that meet every condition that
 * has a value. An unknown attribute or operator, and a selector without conditions, match nothing. The
 * database matches alike (decision 0364).
 */
export const compileSelector = (selector: Selector | null | undefined, tree: NodeKeys): CompiledSelector => {
  if (!isObject(selector)) return nothing;
  const { type, ids, attrs } = selector;
  if (type === 'all') return { matches: () => true };
  if (type === 'ids') {
    const listed = new Set(selectorValues(Array.isArray(ids) ? ids : []).map((id) => id.toLowerCase()));
    return { matches: ({ id }) => listed.has(id), ids: [...listed] };
  }
  if (type !== 'attrs' || !Array.isArray(attrs)) return nothing;
  const rules = attrs
    .map((attr): Record<string, unknown> => (isObject(attr) ? attr : {}))
    .filter(({ value }) => value !== null && value !== undefined)
    .map(({ name, match, value }): Rule => ({ name: sentText(name), match: matchOf(match), value }));
  if (rules.length === 0) return nothing;
  const tests = rules.map((rule) => ({ name: rule.name, test: ruleTest(rule, tree) }));
  const needed = neededBy(rules.filter(({ match }) => match !== undefined));
  return {
    matches: ({ attributes }) =>
      tests.every(({ name, test }) => Object.hasOwn(attributes, name) && test(attributes[name])),
    ...(needed ? { needed } : {}),
  };
};
