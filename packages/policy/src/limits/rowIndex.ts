import type { Facts } from '@gatehouse/contract/policy/selector.ts';
import type { CompiledSelector } from '../selector/compileSelector.ts';

/** The places of selectors that match a row, a bit each. */
export type Hits = Uint32Array;

/** Selectors, asked together which of them match a row. */
export type RowIndex = { of(facts: Facts): Hits };

/** Rows whose hits are kept: those asked about at the same time, not all there are. */
const kept = 2_048;

const hitsOf = (places: Iterable<number>, size: number): Hits => {
  const hits = new Uint32Array((size + 31) >>> 5);
  for (const place of places) hits[place >>> 5] = (hits[place >>> 5] ?? 0) | (1 << (place & 31));
  return hits;
};

/** The places that both have, in order. */
export const inBoth = function* (a: Hits, b: Hits): Generator<number> {
  for (let at = 0; at < a.length; at += 1)
    for (let word = (a[at] ?? 0) & (b[at] ?? 0); word !== 0; word &= word - 1)
      yield at * 32 + 31 - Math.clz32(word & -word);
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
 * and the rest one by one. The hits of a row hold until its version changes.
 */
export const indexRows = (selectors: readonly CompiledSelector[]): RowIndex => {
  const byId = new Map<string, number[]>();
  const byValue = new Map<string, Map<string, number[]>>();
  const rest: number[] = [];
  selectors.forEach(({ ids, needed }, place) => {
    if (ids) for (const id of ids) add(byId, id, place);
    else if (needed) {
      const values = byValue.get(needed.attribute) ?? new Map<string, number[]>();
      byValue.set(needed.attribute, values);
      for (const value of needed.values) add(values, value, place);
    } else rest.push(place);
  });
  const find = (facts: Facts): Hits => {
    const candidates = new Set(rest);
    for (const [attribute, values] of byValue)
      for (const text of textsOf(facts.attributes[attribute]))
        for (const place of values.get(text) ?? []) candidates.add(place);
    const places = [...candidates].filter((place) => selectors[place]?.matches(facts));
    return hitsOf([...places, ...(byId.get(facts.id) ?? [])], selectors.length);
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
