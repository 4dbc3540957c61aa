import { createHash } from 'node:crypto';
import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { Refused, type Use } from '../../src/engine/fields/kind.ts';
import { createVault } from '../../src/platform/crypto/vault.ts';

const keys = [{ id: 'test', key: createHash('sha256').update('test').digest() }];
const vault = createVault({ keys: () => keys, reread: () => undefined });

/** A field in use on its own, without a database; `texts` are the translations by key. */
export const useOf = <F extends FieldSpec>(
  field: F,
  {
    name = 'shade',
    texts = {},
    zone = 'UTC',
    resources = {},
    ...resource
  }: {
    name?: string;
    texts?: Readonly<Record<string, string>>;
    zone?: string;
    resources?: Readonly<Record<string, unknown>>;
    behaviour?: object;
  } = {},
): Use<F> => {
  const own = { key: 'shop.paint', definition: { app: 'shop', name: 'paint' }, fields: {}, behaviour: {} };
  const paint = { ...own, ...resource };
  const found = (key: string) => {
    if (!(key in resources)) throw new Error(`no resource ${key}`);
    return resources[key];
  };
  const ctx = {
    engine: {
      vault,
      resource: found,
      resources: new Map(Object.entries(resources)),
      holdOrganizations: async () => {},
    },
    zone,
    memo: new Map(),
    t: (key: string) => texts[key] ?? key,
    decrypt: (value: string) => value.replace(/^sent:/, ''),
  };
  return { name, field, resource: Object.assign(paint, { base: paint }), ctx } as unknown as Use<F>;
};

/** Why a value is refused, or the accepted value. */
export const refusal = async (work: () => unknown): Promise<unknown> => {
  try {
    const value = await work();
    return { accepted: value };
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
};

/** The values that a condition sends to the database. */
export const sentValues = (condition: unknown): unknown[] =>
  new PgDialect().sqlToQuery(condition as SQL).params;
