import { randomUUID } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import { readLabel, splitLabel } from '@gatehouse/contract/labels/readLabel.ts';
import type { LabelsField } from '@gatehouse/contract/resource/fields.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { type SQL, sql } from 'drizzle-orm';
import { anyOf, isUuid, texts } from '../../../platform/database.ts';
import type { Context } from '../../context.ts';
import { inOrganization } from '../../organizationScope.ts';
import { type Resource, textsIn } from '../../resource.ts';
import { Refused, refuse, type ServerField, type Use } from '../kind.ts';
import { idOf } from '../related.ts';
import { linkRule } from '../ruleSql.ts';

const parseOne = async (item: unknown, ctx: Context): Promise<string> => {
  if (typeof item === 'string' && item.includes(':')) {
    const label = readLabel(item);
    return label ? `${label.name}:${label.value}` : refuse('invalid_label');
  }
  const found = await ctx.db.rows<{ text: string }>(
    sql`select name || ':' || value as text from labels_label where id::text = ${idOf(item) ?? ''} and ${inOrganization(sql`org_id`, ctx)}`,
  );
  return found[0]?.text ?? refuse('invalid_label');
};

/** Ids of labels by `key:value` in an organization, kept from being deleted; missing ones are created. */
const labelIds = async (texts: string[], org: string, ctx: Context): Promise<Map<string, string>> => {
  const pairs = [...new Set(texts)].map((text) => ({ id: randomUUID(), ...splitLabel(text) }));
  const json = JSON.stringify(pairs);
  await ctx.engine.holdOrganizations([org], ctx.db);
  await ctx.db.rows(sql`insert into labels_label (id, name, value, org_id, date_created, date_updated, comment)
    select p.id::uuid, p.name, p.value, ${org}::uuid, now(), now(), '' from jsonb_to_recordset(${json}::jsonb) as p(id text, name text, value text)
    on conflict do nothing`);
  const rows = await ctx.db.rows<{
    id: string;
    text: string;
  }>(sql`select l.id::text as id, l.name || ':' || l.value as text from labels_label l
    join jsonb_to_recordset(${json}::jsonb) as p(name text, value text) on p.name = l.name and p.value = l.value where l.org_id = ${org} for key share of l`);
  if (rows.length < pairs.length) throw new AppError('conflict');
  return new Map(rows.map((row) => [row.text, row.id]));
};

/**
 * Label bindings that the request sees: those of its organization, and those made for the whole installation.
 */
const shownHere = (ctx: Context): SQL =>
  sql`(${inOrganization(sql`lr.org_id`, ctx)} or lr.org_id = ${ROOT_ORG_ID})`;

/** Removes the labels of rows about to be deleted. */
export const forgetLabels = async (type: string, ids: readonly string[], ctx: Context): Promise<void> => {
  await ctx.db.rows(
    sql`delete from labels_labeledresource where res_type = ${type} and res_id = any(${texts(ids)})`,
  );
};

/** Binds a label to exactly these rows of a type. */
export const bindLabel = async (
  label: { id: string; org_id: string },
  type: string,
  ids: readonly string[],
  ctx: Context,
): Promise<void> => {
  await ctx.db.rows(sql`delete from labels_labeledresource
    where label = ${label.id} and res_type = ${type} and not res_id = any(${texts(ids)})`);
  await ctx.db.rows(sql`insert into labels_labeledresource (label, res_type, res_id, org_id, date_created, date_updated)
    select ${label.id}::uuid, ${type}, r, ${label.org_id}::uuid, now(), now() from unnest(${texts(ids)}) as r on conflict do nothing`);
};

/** Labels of rows as `key:value`, sorted by key and value. */
const shownOf = async (
  ids: readonly string[],
  { resource, ctx }: Use<LabelsField>,
): Promise<Map<string, Set<string>>> => {
  const found = await ctx.db.rows<{
    row: string;
    text: string;
  }>(sql`select lr.res_id as row, l.name || ':' || l.value as text
    from labels_labeledresource lr join labels_label l on l.id = lr.label where lr.res_type = ${resource.base.key} and ${shownHere(ctx)}
    and lr.res_id = any(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) order by l.name, l.value`);
  const byRow = Map.groupBy(found, (entry) => entry.row);
  return new Map([...byRow].map(([row, entries]) => [row, new Set(entries.map(({ text }) => text))]));
};

const save = async (
  rows: { id: string; value: unknown; org: string | undefined }[],
  use: Use<LabelsField>,
) => {
  const { ctx, resource } = use;
  const type = resource.base.key;
  const requested = rows.map(({ id, value, org }) => ({
    id,
    texts: textsIn(value),
    org: org ?? ctx.org.id,
  }));
  await ctx.db.rows(sql`delete from labels_labeledresource lr using labels_label l, jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as r(id text, texts jsonb)
    where l.id = lr.label and lr.res_type = ${type} and lr.res_id = r.id and ${inOrganization(sql`lr.org_id`, ctx)} and not r.texts ? (l.name || ':' || l.value)`);
  const known = await shownOf(
    rows.map(({ id }) => id),
    use,
  );
  const missing = requested.map((row) => ({
    ...row,
    texts: row.texts.filter((text) => !known.get(row.id)?.has(text)),
  }));
  for (const [org, group] of Map.groupBy(
    missing.filter((row) => row.texts.length),
    (row) => row.org,
  )) {
    const ids = await labelIds(
      group.flatMap((row) => row.texts),
      org,
      ctx,
    );
    const bound = group.flatMap((row) =>
      row.texts.map((text) => ({ id: randomUUID(), label: ids.get(text), res: row.id })),
    );
    await ctx.db.rows(sql`insert into labels_labeledresource (id, label, res_type, res_id, org_id, date_created, date_updated)
      select p.id::uuid, p.label::uuid, ${type}, p.res, ${org}::uuid, now(), now() from jsonb_to_recordset(${JSON.stringify(bound)}::jsonb) as p(id text, label text, res text)
      on conflict do nothing`);
  }
};

/** Rows of `t` with a label binding `lr` that meets a condition; `l` is its label. */
const boundTo = (resource: Resource, condition: SQL, ctx: Context): SQL => {
  const rowId = resource.idKind === 'uuid' ? sql`lr.res_id::uuid` : sql`lr.res_id::bigint`;
  return sql`t.id in (select ${rowId} from labels_labeledresource lr join labels_label l on l.id = lr.label
    where lr.res_type = ${resource.base.key} and ${shownHere(ctx)} and ${condition})`;
};

/** Condition of `labels=key:value,key2:*`: same key ORed, different keys ANDed, `*` any value. */
export const labelsCondition = (raw: string, resource: Resource, ctx: Context): SQL => {
  const byName = Map.groupBy(
    raw
      .split(',')
      .filter((part) => part.includes(':'))
      .map(splitLabel),
    (part) => part.name,
  );
  if (byName.size === 0) return sql`false`;
  const perKey = [...byName].map(([name, parts]) =>
    boundTo(
      resource,
      sql`l.name = ${name} and ${parts.some((part) => part.value === '*') ? sql`true` : anyOf(parts.map((part) => sql`l.value = ${part.value}`))}`,
      ctx,
    ),
  );
  return sql.join(perKey, sql` and `);
};

/**
 * Labels of a row. A change without them keeps them; an empty list removes those bound in the organization.
 */
export const labels: ServerField<LabelsField> = {
  parse: async (value, { ctx }) => {
    if (value === null || value === '') return [];
    if (!Array.isArray(value)) throw new Refused([{ key: 'not_a_list' }]);
    const texts: string[] = [];
    for (const item of value) texts.push(await parseOne(item, ctx));
    return [...new Set(texts)];
  },
  load: async (rows, use) => {
    const shown = await shownOf(
      rows.map((row) => String(row.id)),
      use,
    );
    return rows.map((row) => [...(shown.get(String(row.id)) ?? [])]);
  },
  save,
  rule: (rule, _column, { resource, ctx }) =>
    linkRule(rule, isUuid, (label) => boundTo(resource, sql`lr.label = ${label}::uuid`, ctx)),
  meta: () => ({ type: 'field' }),
  toCell: (wire) => JSON.stringify(wire ?? []),
  diff: (wire) => (Array.isArray(wire) ? wire.join(', ') : ''),
  orderable: false,
};
