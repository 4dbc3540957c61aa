import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import type { node } from '@gatehouse/contract/resources/assets/node.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { onField } from '../../../engine/fields/onField.ts';
import type { Behaviour, NewRow, Row, Values } from '../../../engine/resource.ts';
import { childNamed, ensurePath, ensureRoot, reserveChild } from '../../../engine/tree/grow.ts';
import { ownTree, shareTree } from '../../../engine/tree/locks.ts';
import { pathOf, type TreeOwner } from '../../../engine/tree/store.ts';
import { list, uuids } from '../../../platform/database.ts';
import { allAssetNodes } from '../asset/relations.ts';
import { nodeName, pathNames } from './nodeName.ts';
import { nodeStore } from './nodeStore.ts';

/**
 * A refusal to change the tree, with its text under the key that old clients read (`error`) and under ours
 * (`detail`).
 */
const refusal = (code: 'error' | 'permission_denied', key: string, name: string, ctx: Context): AppError =>
  new AppError(code, { name }, { messageKey: key, extra: { error: ctx.t(`errors.${key}`, { name }) } });

/** Organizations whose trees a change may touch; in the root organization, all of them. */
const ownersOf = async (ctx: Context): Promise<string[]> => {
  if (!ctx.org.isRoot) return [ctx.org.id];
  const rows = await ctx.db.rows<{ org: string }>(
    sql`select distinct org_id::text as org from assets_node where parent_key = '' order by 1`,
  );
  return rows.map((row) => row.org);
};

const ownerOf = (row: Values<typeof node>, ctx: Context): TreeOwner => {
  const org = row.org_id ?? ctx.org.id;
  return { id: org, name: ctx.engine.organizationName(org) ?? ctx.org.name };
};

/** Names on the way from the root, which is left out, to the new node. */
const namesOf = async (values: Values<typeof node>, root: string): Promise<string[]> => {
  const path = values.full_value ?? '';
  if (path !== '') return onField('full_value', () => pathNames(path, root));
  return onField('value', () => [nodeName(values.value)]);
};

/** New rows of this request by parent key and name: a path may lead through one not stored yet. */
type Pending = Map<string, { values: Values<typeof node> }>;

const pendingKey = (parentKey: string, name: string) => `${parentKey}/${name}`;

/** Columns of a new child whose parent is itself not stored yet. */
const reserveUnder = (parent: Values<typeof node>, value: string): Values<typeof node> => {
  const number = Number(parent.child_mark ?? 0);
  parent.child_mark = number + 1;
  return {
    org_id: parent.org_id,
    key: `${parent.key}:${number}`,
    value,
    full_value: `${parent.full_value}/${value}`,
    parent_key: parent.key,
  };
};

const place = async (row: NewRow<typeof node>, pending: Pending, ctx: Context): Promise<void> => {
  const owner = ownerOf(row.values, ctx);
  await shareTree(nodeStore, owner.id, ctx);
  const root = await ensureRoot(nodeStore, owner, ctx);
  const names = await namesOf(row.values, root.value);
  const last = names.at(-1);
  if (last === undefined) {
    row.instead = { row: root, changes: {} };
    return;
  }
  let stored: Row<typeof node> | undefined = root;
  let waiting: Values<typeof node> = {};
  for (const [depth, name] of names.slice(0, -1).entries()) {
    const next = pending.get(pendingKey((stored ?? waiting).key ?? '', name));
    if (next) [stored, waiting] = [undefined, next.values];
    else if (stored) stored = await ensurePath(nodeStore, owner, names.slice(0, depth + 1), ctx);
    else throw fieldError('full_value', 'node_parent_first');
  }
  const place = pendingKey((stored ?? waiting).key ?? '', last);
  const found = stored && (await childNamed(nodeStore, stored, last, ctx));
  if (found || pending.has(place)) {
    if (!found || !row.values.full_value) throw fieldError('value', 'unique');
    row.instead = { row: found, changes: {} };
    return;
  }
  const columns = stored ? await reserveChild(nodeStore, stored.id, last, ctx) : reserveUnder(waiting, last);
  Object.assign(row.values, columns);
  pending.set(place, row);
};

const beforeCreate: Behaviour<typeof node>['beforeCreate'] = async (rows, ctx) => {
  const pending: Pending = new Map();
  for (const row of rows) {
    try {
      await place(row, pending, ctx);
    } catch (error) {
      if (!(error instanceof Error && 'fields' in error)) throw error;
      row.errors = error.fields as NewRow<typeof node>['errors'];
    }
  }
};

type NewName = { field: 'value' | 'full_value'; name: string };

/** New name of a stored node: `value`, else the last part of a full path that otherwise matches. */
const renamed = async (
  before: Row<typeof node>,
  values: Values<typeof node>,
): Promise<NewName | undefined> => {
  const named = (field: NewName['field'], text: unknown) =>
    onField(field, () => ({ field, name: nodeName(text) }));
  if (values.value !== undefined && values.value !== before.value) return named('value', values.value);
  const path = values.full_value;
  if (path === undefined || path === '' || path === before.full_value || values.value !== undefined)
    return undefined;
  const above = before.full_value.slice(0, -before.value.length);
  if (!path.startsWith(above)) throw fieldError('full_value', 'node_move_elsewhere');
  return named('full_value', path.slice(above.length));
};

const rename = async (
  before: Row<typeof node>,
  values: Values<typeof node>,
  ctx: Context,
): Promise<Values<typeof node>> => {
  const unchanged = { value: before.value, full_value: before.full_value };
  const found = await renamed(before, values);
  if (!found || found.name === before.value) return unchanged;
  const { field, name } = found;
  if (before.parent_key === '') throw refusal('error', 'node_root_rename', before.value, ctx);
  const [taken] = await ctx.db.rows(sql`select 1 from assets_node where org_id = ${before.org_id}
    and parent_key = ${before.parent_key} and value = ${name} and id <> ${before.id}`);
  if (taken) throw fieldError(field, 'unique');
  const above = before.full_value.slice(0, -before.value.length);
  if (above.length + name.length > 4096) throw fieldError(field, 'max_length', { max: 4096 });
  return { value: name, full_value: `${above}${name}` };
};

const isRoot = (rows: Row<typeof node>[], ctx: Context) =>
  rows.map((row) =>
    row.parent_key === '' ? refusal('permission_denied', 'node_root_delete', row.value, ctx) : undefined,
  );

const occupied = async (rows: Row<typeof node>[], ctx: Context) => {
  const found = await ctx.db.rows<{ id: string }>(sql`select n.id::text as id from assets_node n
    where n.id = any(${uuids(rows.map((row) => row.id))}) and exists (
      select 1 from assets_node b join ${allAssetNodes} l on l.node = b.id where b.path <@ n.path)`);
  const held = new Set(found.map((row) => row.id));
  return rows.map((row) =>
    held.has(row.id) ? refusal('permission_denied', 'node_has_assets', row.full_value, ctx) : undefined,
  );
};

const below = (rows: Row<typeof node>[]) =>
  sql`n.path <@ any(array[${list(rows.map((row) => pathOf(row.key)))}])`;

/**
 * Nodes: keys and full paths follow the tree; the root cannot be deleted, nor a node with assets on or below
 * it.
 */
export const nodeBehaviour = (): Behaviour<typeof node> => ({
  prepare: async (verb, ctx) => {
    const lock = verb === 'create' ? shareTree : ownTree;
    for (const org of await ownersOf(ctx)) await lock(nodeStore, org, ctx);
  },
  beforeCreate,
  beforeWrite: ({ before, values, ctx }) => (before ? rename(before, values, ctx) : undefined),
  afterWrite: async (rows, ctx) => {
    for (const { row, before } of rows)
      if (before && before.full_value !== row.full_value)
        await ctx.db.rows(sql`update assets_node set full_value = ${row.full_value} || substr(full_value, length(${before.full_value}) + 1)
          where path <@ ${pathOf(row.key)} and id <> ${row.id}`);
  },
  // The root node does not count: it is deleted with its organization.
  held: () => sql`t.parent_key <> ''`,
  refusals: { destroy: [isRoot, occupied] },
  afterDelete: async (rows, ctx) => {
    await ctx.db.rows(sql`delete from assets_node n where ${below(rows)}`);
  },
  title: (row) => row.full_value,
  computed: { name: (rows) => rows.map((row) => row.value) },
});
