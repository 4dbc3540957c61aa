import { AppError, ValidationError } from '@gatehouse/contract/errors.ts';
import type { RefsField } from '@gatehouse/contract/resource/fields.ts';
import { type SQL, sql } from 'drizzle-orm';
import { allOf, anyOf, containing, id, isUuid, texts } from '../../platform/database.ts';
import { refuseForbidden } from '../abilities.ts';
import type { Context } from '../context.ts';
import { linkOf, refsField } from '../fields/refs/refs.ts';
import { existing, idOf, referable } from '../fields/related.ts';
import { addRoute, type HttpPorts, queryOf } from '../http.ts';
import { resourceTitle } from '../labels.ts';
import { listAnswer, objectOf, oneOrMany, text, uuid, whole } from '../openapi/schema.ts';
import { diffOf, recordChanges, snapshotLinks } from '../operations/audit.ts';
import { guardDatabase } from '../operations/store.ts';
import { refuseTooMany } from '../operations/write.ts';
import { permissionOf, type Resource, type Row, titleOf, type Values, valuesIn } from '../resource.ts';
import { readColumn } from './describeRoutes.ts';
import { pageOf } from './resourceRoutes.ts';

/** Maximum number of links that one request removes. */
const mostLinks = 10_000;

type Pair = { mine: string; theirs: string };

/** A many-to-many relation served as rows: its resource and field, and the two column names on the wire. */
type Relation = {
  resource: Resource;
  field: RefsField;
  name: string;
  target: Resource;
  table: string;
  mine: string;
  theirs: string;
};

const relationOf = (resource: Resource, name: string, ctx: Pick<Context, 'engine'>): Relation => {
  const field = refsField(resource, name);
  const link = linkOf(resource, name, field, ctx);
  if ('reverse' in link) throw new AppError('unexpect_error');
  return {
    resource,
    field,
    name,
    target: ctx.engine.resource(field.to),
    table: link.table,
    mine: link.mine,
    theirs: link.theirs,
  };
};

/** The links of a kept selection (`spm`): by their numbers. */
const keptLinks = async (spm: string | null, ctx: Context): Promise<SQL | undefined> => {
  if (!spm) return undefined;
  const kept = isUuid(spm) ? await ctx.engine.recall(`spm:${spm}`, ctx.db) : undefined;
  const ids = Array.isArray(kept) ? kept.map(String) : [];
  return sql`j.id = any(${texts(ids.filter((one) => /^\d{1,15}$/.test(one)))}::bigint[])`;
};

/** Links whose ends, either of them, are named like the search. */
const searched = ({ resource, target, mine, theirs }: Relation, search: string | null): SQL | undefined => {
  if (!search) return undefined;
  const named = (end: Resource, column: string) =>
    sql`j.${id(column)} in (select t.id from ${id(end.table)} t where t.${id(end.definition.label)} ilike ${containing(search)})`;
  return anyOf([named(resource, mine), named(target, theirs)]);
};

const conditions = async (relation: Relation, query: URLSearchParams, ctx: Context) => {
  const param = (name: string) => query.get(name) ?? undefined;
  const [rowId, mine, theirs] = [param('id'), param(relation.mine), param(relation.theirs)];
  const wrong =
    [mine, theirs].some((value) => value !== undefined && !isUuid(value)) ||
    (rowId !== undefined && !/^\d{1,15}$/.test(rowId));
  if (wrong) return sql`false`;
  return allOf([
    sql`j.${id(relation.mine)} in (select t.id from ${id(relation.resource.table)} t where ${await referable(relation.resource, ctx)})`,
    sql`j.${id(relation.theirs)} in (select t.id from ${id(relation.target.table)} t where ${await referable(relation.target, ctx)})`,
    rowId === undefined ? undefined : sql`j.id = ${rowId}`,
    mine === undefined ? undefined : sql`j.${id(relation.mine)} = ${mine}`,
    theirs === undefined ? undefined : sql`j.${id(relation.theirs)} = ${theirs}`,
    await keptLinks(query.get('spm'), ctx),
    searched(relation, query.get('search')),
  ]);
};

type PairRow = { id: number; mine: Row; theirs: Row };

/** Links as rows, with the names of both ends. */
const selectPairs = async (relation: Relation, where: SQL, page: SQL, ctx: Context): Promise<Values[]> => {
  const { resource, target, mine, theirs } = relation;
  const found =
    await ctx.db.rows<PairRow>(sql`select j.id::int as id, to_jsonb(a) as mine, to_jsonb(b) as theirs
    from ${id(relation.table)} j join ${id(resource.table)} a on a.id = j.${id(mine)} join ${id(target.table)} b on b.id = j.${id(theirs)}
    where ${where} order by j.id ${page}`);
  return found.map((pair) => ({
    id: pair.id,
    [mine]: pair.mine.id,
    [theirs]: pair.theirs.id,
    [`${mine}_display`]: titleOf(resource, pair.mine),
    [`${theirs}_display`]: titleOf(target, pair.theirs),
  }));
};

const listPairs = async (relation: Relation, query: URLSearchParams, ctx: Context) => {
  const limit = Number(query.get('limit')) > 0 ? Math.min(Number(query.get('limit')), 10_000) : undefined;
  const offset = Math.max(0, Number(query.get('offset')) || 0);
  const where = await conditions(relation, query, ctx);
  const page = limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`;
  const rows = await selectPairs(relation, where, page, ctx);
  const counting = sql`select count(*)::int as n from ${id(relation.table)} j where ${where}`;
  const count = limit === undefined ? undefined : (await ctx.db.rows<{ n: number }>(counting))[0]?.n;
  return { rows, count, limit, offset };
};

/** The links of the pairs, in order. */
const linked = async (relation: Relation, pairs: Pair[], ctx: Context): Promise<Values[]> => {
  const links = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p(mine uuid, theirs uuid)`;
  const among = sql`exists (select 1 from ${links} where p.mine = j.${id(relation.mine)} and p.theirs = j.${id(relation.theirs)})`;
  const rows = await selectPairs(relation, among, sql``, ctx);
  const keyOf = (mine: unknown, theirs: unknown) => `${mine} ${theirs}`.toLowerCase();
  const byPair = new Map<string, Values>(
    rows.map((row) => [keyOf(row[relation.mine], row[relation.theirs]), row]),
  );
  return pairs
    .map(({ mine, theirs }) => byPair.get(keyOf(mine, theirs)))
    .filter((row): row is Values => row !== undefined);
};

/** Changes links and records the same audit entries as editing the parent would. */
const withTrail = async (
  relation: Relation,
  parents: string[],
  ctx: Context,
  change: () => Promise<void>,
): Promise<void> => {
  const { resource } = relation;
  const rows = await ctx.db.rows<Row>(
    sql`select t.* from ${id(resource.table)} t where t.id = any(${`{${[...new Set(parents)].join(',')}}`}::uuid[]) order by t.id for update`,
  );
  await refuseForbidden(resource, 'update', rows, ctx);
  const before = await snapshotLinks(resource, rows, ctx);
  await change();
  const after = await snapshotLinks(resource, rows, ctx);
  await resource.behaviour.afterWrite?.(
    rows.map((row) => ({ row, before: row, values: { [relation.name]: true }, input: {} })),
    ctx,
  );
  const changes = rows.map((row) => ({
    row,
    diff: diffOf(
      resource,
      {
        before: row,
        after: row,
        linksBefore: before.get(String(row.id)),
        linksAfter: after.get(String(row.id)),
        names: [relation.name],
      },
      ctx,
    ),
  }));
  await recordChanges(resource, 'update', changes, ctx);
};

const addPairs = async (relation: Relation, body: unknown, ctx: Context) => {
  if (Array.isArray(body)) refuseTooMany(body);
  const items = [body].flat().map(valuesIn);
  const pairs: Pair[] = items.map((item) => ({
    mine: idOf(item[relation.mine]) ?? '',
    theirs: idOf(item[relation.theirs]) ?? '',
  }));
  const [mineKnown, theirsKnown] = [
    await existing(
      pairs.map((pair) => pair.mine),
      relation.resource.key,
      ctx,
    ),
    await existing(
      pairs.map((pair) => pair.theirs),
      relation.target.key,
      ctx,
    ),
  ];
  const errors = pairs.map((pair) => ({
    ...(mineKnown.has(pair.mine)
      ? {}
      : { [relation.mine]: [{ key: 'does_not_exist', params: { pk: pair.mine.slice(0, 64) } }] }),
    ...(theirsKnown.has(pair.theirs)
      ? {}
      : { [relation.theirs]: [{ key: 'does_not_exist', params: { pk: pair.theirs.slice(0, 64) } }] }),
  }));
  if (errors.some((entry) => Object.keys(entry).length))
    throw new ValidationError(Array.isArray(body) ? errors : (errors[0] ?? {}));
  await withTrail(
    relation,
    pairs.map((pair) => pair.mine),
    ctx,
    async () => {
      await guardDatabase(
        relation.resource,
        ctx.db.rows(sql`insert into ${id(relation.table)} (${id(relation.mine)}, ${id(relation.theirs)})
      select p.mine::uuid, p.theirs::uuid from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p(mine text, theirs text) on conflict do nothing`),
      );
    },
  );
  return linked(relation, pairs, ctx);
};

/** Parameters that choose links; a delete without any of them is refused. */
const choosing = (relation: Relation, query: URLSearchParams): boolean =>
  ['id', 'spm', 'search', relation.mine, relation.theirs].some((name) => query.get(name));

/** Removes the links that the query chooses, together or not at all. */
const removePairs = async (relation: Relation, query: URLSearchParams, ctx: Context): Promise<void> => {
  const where = await conditions(relation, query, ctx);
  const found = await ctx.db.rows<{ id: string; mine: string }>(
    sql`select j.id::text as id, j.${id(relation.mine)}::text as mine from ${id(relation.table)} j where ${where} limit ${mostLinks + 1}`,
  );
  const isChosen = choosing(relation, query) || found.length === 1;
  if (!isChosen || found.length === 0 || found.length > mostLinks) throw new AppError('bulk_delete_refused');
  const parents = found.map(({ mine }) => mine);
  await withTrail(relation, parents, ctx, async () => {
    const ids = texts(found.map((link) => link.id));
    await ctx.db.rows(sql`delete from ${id(relation.table)} where id = any(${ids}::bigint[])`);
  });
};

const columnsOf = (relation: Relation, ctx: Context) => {
  const [mine, theirs] = [resourceTitle(relation.resource, ctx), resourceTitle(relation.target, ctx)];
  const side = { required: true, read_only: false };
  return {
    id: readColumn('integer', 'ID'),
    [relation.mine]: { ...readColumn('field', mine), ...side, filter: true as const },
    [relation.theirs]: { ...readColumn('field', theirs), ...side, filter: true as const },
    [`${relation.mine}_display`]: readColumn('string', mine),
    [`${relation.theirs}_display`]: readColumn('string', theirs),
  };
};

/** Links in the API description: as sent, and as read. */
const schemasOf = ({ mine, theirs }: Relation) => {
  const ends = { [mine]: uuid, [theirs]: uuid };
  const names = { [`${mine}_display`]: text, [`${theirs}_display`]: text };
  return { written: objectOf(ends), read: objectOf({ id: whole, ...ends, ...names }) };
};

/** Registers the many-to-many relations of a resource as resources of their own (protocol reference §6.3). */
export const addRelationRoutes = (resource: Resource, ports: HttpPorts): void => {
  for (const [name, path] of Object.entries(resource.definition.relations ?? {})) {
    const relation = relationOf(resource, name, ports);
    const url = `/api/v1/${resource.definition.app}/${path}/`;
    const change = permissionOf(resource, 'change');
    const { written, read } = schemasOf(relation);
    addRoute(ports, {
      method: 'GET',
      url,
      need: permissionOf(resource, 'view'),
      shows: { columns: (ctx) => columnsOf(relation, ctx), also: ['POST', 'PUT', 'PATCH'] },
      docs: { status: 200, answer: listAnswer(read), isList: true },
      handle: async (ctx, request) => ({
        body: pageOf(await listPairs(relation, queryOf(request), ctx), request),
      }),
    });
    addRoute(ports, {
      method: 'POST',
      url,
      need: change,
      docs: { status: 201, body: oneOrMany(written), answer: oneOrMany(read) },
      handle: async (ctx, request) => {
        const added = await addPairs(relation, request.body, ctx);
        return { body: Array.isArray(request.body) ? added : added[0] };
      },
    });
    addRoute(ports, {
      method: 'DELETE',
      url,
      need: change,
      docs: { summary: 'Removes the links that the query names', status: 204, isList: true },
      handle: async (ctx, request) => {
        await removePairs(relation, queryOf(request), ctx);
        return {};
      },
    });
  }
};
