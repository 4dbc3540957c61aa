import type { Facts } from '@gatehouse/contract/policy/selector.ts';
import type { CompiledSelector } from '../selector/compileSelector.ts';

/** Selectors that may match a row, a bit each, and whether one of them does. */
export type Hits = { candidates: Uint32Array; matches(place: number): boolean };

/** Selectors, asked together which of them match a row. */
export type RowIndex = { of(facts: Facts): Hits };

/** Rows whose hits are kept: those asked about at the same time, not all there are. */
const kept = 2_048;

const isSet = (bits: Uint32Array, place: number): boolean =>
  ((bits[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;

const put = (bits: Uint32Array, place: number): void => {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
};

/** Asks each selector at most once, and only when it is asked for. */
const hitsOf = (candidates: Uint32Array, ask: (place: number) => boolean): Hits => {
  const known = new Uint32Array(candidates.length);
  const found = new Uint32Array(candidates.length);
  return {
    candidates,
    matches: (place) => {
      if (isSet(known, place)) return isSet(found, place);
      put(known, place);
      const isFound = ask(place);
      if (isFound) put(found, place);
      return isFound;
    },
  };
};

/** The places of selectors that match both rows, in order. */
export const inBoth = function* (a: Hits, b: Hits): Generator<number> {
  for (let at = 0; at < a.candidates.length; at += 1)
    for (let word = (a.candidates[at] ?? 0) & (b.candidates[at] ?? 0); word !== 0; word &= word - 1) {
      const place = at * 32 + 31 - Math.clz32(word & -word);
      if (a.matches(place) && b.matches(place)) yield place;
    }
};

const add = (index: Map<string, number[]>, key: string, place: number): void => {
  const found = index.get(key);
  if (found) found.push(place);
  else index.set(key, [place]);
};

const textsOf = (fact: Facts['attributes'][string] | undefined): readonly string[] => {
  if (fact === null || fact === undefined) return [];
  return typeof fact === 'object' ? fact : [String(fact)];
};

/**
 * An index over selectors: those of listed ids by id, those that need a value of an attribute by that value,
 * and the rest one by one, as far as they are reached. The hits of a row hold until its version changes.
 */
export const indexRows = (selectors: readonly CompiledSelector[]): RowIndex => {
  const byId = new Map<string, number[]>();
  const byValue = new Map<string, Map<string, number[]>>();
  const rest = new Uint32Array((selectors.length + 31) >>> 5);
  selectors.forEach(({ ids, needed }, place) => {
    if (ids) for (const id of ids) add(byId, id, place);
    else if (needed) {
      const values = byValue.get(needed.attribute) ?? new Map<string, number[]>();
      byValue.set(needed.attribute, values);
      for (const value of needed.values) add(values, value, place);
    } else put(rest, place);
  });
  const find = (facts: Facts): Hits => {
    const candidates = rest.slice();
    for (const place of byId.get(facts.id) ?? []) put(candidates, place);
    for (const [attribute, values] of byValue)
      for (const text of textsOf(facts.attributes[attribute]))
        for (const place of values.get(text) ?? []) put(candidates, place);
    return hitsOf(candidates, (place) => selectors[place]?.matches(facts) === true);
  };
  const known = new Map<string, { version: Facts['version']; hits: Hits }>();
  return {
    of: (facts) => {
      const found = known.get(facts.id);
      if (found?.version === facts.version) return found.hits;
      const hits = find(facts);
      known.delete(facts.id);
      known.set(facts.id, { version: facts.version, hits });
      const [oldest] = known.keys();
      if (known.size > kept && oldest !== undefined) known.delete(oldest);
      return hits;
    },
  };
};
