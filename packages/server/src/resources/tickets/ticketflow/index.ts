import { type FieldErrors, ValidationError } from '@gatehouse/contract/errors.ts';
import { ticketflow } from '@gatehouse/contract/resources/tickets/ticketflow.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { type Context, displayOf } from '../../../engine/context.ts';
import { choiceLabel } from '../../../engine/labels.ts';
import { inOrganization } from '../../../engine/organizationScope.ts';
import type { Behaviour, Row, WriteEvent } from '../../../engine/resource.ts';
import { anyOf, type Database, isUuid, uuids } from '../../../platform/database.ts';
import { allUsers } from '../../users/user/relations.ts';
import { requireLicence } from '../licensed.ts';
import { approversOf, type Rule } from './approvers.ts';

/** How requests of a type are approved. */
export type Flow = { id: string; rules: Rule[] };

/** The flow of a type in an organization: its own, else the general one. */
export const flowOf = async (type: string, org: string, db: Database): Promise<Flow | undefined> =>
  (
    await db.rows<Flow>(sql`select f.id::text as id, f.rules from tickets_ticketflow f
      where f.type = ${type} and f.org_id in (${org}, ${ROOT_ORG_ID}) order by (f.org_id = ${ROOT_ORG_ID}) limit 1`)
  )[0];

/**
 * Flows of an organization: its own, and general ones it has not replaced. In the root organization: the
 * general ones, and those of every organization that the caller may see.
 */
const visible = (ctx: Context) => {
  const own = inOrganization(sql`t.org_id`, ctx);
  if (ctx.org.isRoot) return anyOf([own, sql`t.org_id = ${ROOT_ORG_ID}`]);
  return sql`(${own} or (t.org_id = ${ROOT_ORG_ID} and not exists (
    select from tickets_ticketflow o where o.type = t.type and o.org_id = ${ctx.org.id})))`;
};

/** The first of the ids that is unknown or belongs to a component. */
const unknownAmong = async (ids: string[], db: Database): Promise<string | undefined> => {
  const rows = await db.rows<{ id: string }>(
    sql`select id::text as id from ${allUsers} u where id = any(${uuids(ids.filter(isUuid))}) and not is_service_account`,
  );
  const known = new Set(rows.map((row) => row.id));
  return ids.find((id) => !known.has(id.toLowerCase()));
};

const faultOf = async ({ strategy, assignees }: Rule, ctx: Context): Promise<FieldErrors> => {
  if (strategy !== 'custom_user') return {};
  if (assignees.length === 0) return { assignees: [{ key: 'flow_users_required' }] };
  const unknown = await unknownAmong(assignees, ctx.db);
  return unknown === undefined
    ? {}
    : { assignees: [{ key: 'does_not_exist', params: { pk: unknown.slice(0, 64) } }] };
};

const beforeWrite = async ({ ctx, before, values }: WriteEvent<typeof ticketflow>) => {
  const level = Number(values.approval_level ?? before?.approval_level);
  const rules = values.rules ?? before?.rules ?? [];
  if (rules.length < level)
    throw new ValidationError({ rules: [{ key: 'flow_rule_count', params: { count: level } }] });
  const kept = rules.slice(0, level);
  const faults = await Promise.all(kept.map((rule) => faultOf(rule, ctx)));
  if (faults.some((fault) => Object.keys(fault).length)) throw new ValidationError({ rules: faults });
  return {
    ...(before ? {} : { org_id: ctx.org.id }),
    rules: kept.map(({ strategy, assignees }) => ({
      strategy,
      assignees: strategy === 'custom_user' ? assignees.map((assignee) => assignee.toLowerCase()) : [],
    })),
  };
};

/**
 * The rules of a flow as sent on the wire, with the users they mean in its organization; those of a general
 * flow, in the organization of the request.
 */
const rulesOf = (row: Row<typeof ticketflow>, ctx: Context) => {
  const resource = ctx.engine.resource(ticketflow);
  const label = <S extends string>(value: S) => ({
    value,
    label: choiceLabel({ name: 'strategy', resource, ctx }, value),
  });
  const org = row.org_id === ROOT_ORG_ID ? ctx.org.id : row.org_id;
  return Promise.all(
    row.rules.map(async (rule, index) => ({
      level: index + 1,
      strategy: label(rule.strategy),
      assignees_read_only: rule.assignees,
      assignees_display: (await approversOf(rule, org, ctx.db)).map(displayOf),
    })),
  );
};

/** Approval flows (reference 06 §C.6). */
export const ticketFlowBehaviour = (): Behaviour<typeof ticketflow> => ({
  visibleTo: visible,
  prepare: (_verb, ctx) => requireLicence(ctx),
  beforeWrite,
  computed: {
    org_name: (rows, ctx) => rows.map((row) => ctx.engine.organizationName(row.org_id) ?? ''),
    rules: (rows, ctx) => ctx.db.together(rows.map((row) => () => rulesOf(row, ctx))),
  },
});
