import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { field, type RefField, type RefsField } from '@gatehouse/contract/resource/fields.ts';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Use } from '../../src/engine/fields/kind.ts';
import { columnsFor } from '../../src/engine/operations/listColumns.ts';
import { presentRows } from '../../src/engine/present.ts';
import { buildResources } from '../../src/engine/resource.ts';
import { useOf } from './fieldUse.ts';

/** A UUID that ends in this digit. */
export const key = (end: string) => `00000000-0000-4000-8000-00000000000${end}`;
/** Ids of two brushes that exist, and of one that the caller cannot see. */
export const [one, two, hidden] = [key('a'), key('b'), key('f')];
/** Options of a field that relates to brushes. */
export const brushes = { to: 'shop.brush', attrs: ['name'] } as const;

const definitions = [
  {
    app: 'shop',
    name: 'brush',
    path: 'brushes',
    label: 'name',
    fields: {
      name: field.text({}),
      secretName: field.text({ hidden: true }),
      maker: field.ref({ to: 'shop.maker' }),
      paints: field.refs({ to: 'shop.paint', inverse: 'brushes' }),
    },
  },
  {
    app: 'shop',
    name: 'paint',
    path: 'paints',
    label: 'name',
    range: 'made',
    filters: ['limit', 'shiny'],
    fields: {
      name: field.text({ required: true, filter: true }),
      made: field.datetime({}),
      brushes: field.refs(brushes),
      similar: field.refs({ to: 'shop.paint' }),
      tins: field.refs({ to: 'shop.tin', reverse: 'paint' }),
    },
  },
  { app: 'shop', name: 'gloss', path: 'glosses', label: 'name', variantOf: 'shop.paint', fields: {} },
  {
    app: 'shop',
    name: 'maker',
    path: 'makers',
    label: 'name',
    id: 'integer',
    fields: { name: field.text({}) },
  },
  {
    app: 'shop',
    name: 'tin',
    path: 'tins',
    label: 'name',
    fields: { name: field.text({}), paint: field.ref({ to: 'shop.paint' }), big: field.boolean({}) },
  },
  {
    app: 'shop',
    name: 'bigTin',
    path: 'big-tins',
    label: 'name',
    variantOf: 'shop.tin',
    where: { big: true },
    fields: {},
  },
] as unknown as ResourceDefinition[];
/** A paint shop: brushes, paints and tins, and makers with integer ids. */
export const resources = buildResources(definitions, {});

/** All brushes. */
export const stored = [
  { id: one, name: 'Flat', secretName: 'x', maker: 7 },
  { id: two, name: 'Round', secretName: 'y', maker: null },
];
/**
 * A stand-in for the database: the statements it received, and what it returns: brushes, unless a test sets
 * something else.
 */
export const shop = {
  sent: [] as { text: string; values: unknown[] }[],
  answer: (_text: string): object[] => stored,
  /** Clears the statements and returns brushes again. */
  open: () => {
    shop.sent = [];
    shop.answer = () => stored;
  },
};

/** A relation field of a resource of the shop. */
export const useIn = <F extends RefField | RefsField>(
  spec: F,
  name = 'brushes',
  resource = 'shop.paint',
): Use<F> => {
  const { ctx } = useOf(spec);
  const found = (wanted: string) => {
    const target = resources.get(wanted);
    if (!target) throw new Error(`no resource ${wanted}`);
    return target;
  };
  const db = {
    rows: async (query: SQL) => {
      const { sql: text, params } = new PgDialect().sqlToQuery(query);
      shop.sent.push({ text, values: params });
      return shop.answer(text);
    },
    together: (works: (() => Promise<unknown>)[]) => Promise.all(works.map((work) => work())),
  };
  const engine = { ...ctx.engine, resources, resource: found, columnsFor, present: presentRows };
  const actor = { id: key('1'), isSuperuser: true, permissions: new Set() };
  const own = { ...ctx, engine, db, actor, org: { id: key('0'), isRoot: true }, memo: new Map() };
  return { name, field: spec, resource: found(resource), ctx: own } as unknown as Use<F>;
};
