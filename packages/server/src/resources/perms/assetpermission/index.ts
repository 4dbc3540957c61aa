import { fieldError } from '@gatehouse/contract/errors.ts';
import type { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { inOrganization } from '../../../engine/organizationScope.ts';
import type { Behaviour, Row, Values, WriteEvent } from '../../../engine/resource.ts';
import { isUuid, uuids } from '../../../platform/database.ts';
import { instantOf } from '../../../platform/time.ts';
import { allAccountTemplates } from '../../accounts/accounttemplate/relations.ts';
import { permissionFilters } from './filters.ts';

/** Creates accounts from templates on every asset a permission covers. */
export type CreateFromTemplates = (
  permissionId: string,
  templateIds: string[],
  ctx: Context,
) => Promise<void>;

/** Templates whose accounts are created once the permission is stored. */
type Templates = { account_templates: string[] };

const isInForce = (row: Row<typeof assetpermission>): boolean => {
  const now = Date.now();
  const [start, end] = [instantOf(row.date_start), instantOf(row.date_expired)];
  return (start?.getTime() ?? 0) <= now && (end?.getTime() ?? 0) > now;
};

const checkDates = (
  values: Values<typeof assetpermission>,
  before: Row<typeof assetpermission> | undefined,
): void => {
  const start = instantOf(values.date_start ?? before?.date_start);
  const end = instantOf(values.date_expired ?? before?.date_expired);
  if (start && end && start >= end) throw fieldError('date_expired', 'date_order');
};

/**
 * Accounts as stored, each once, with `%<template id>` replaced by the template's username, and the ids of
 * those templates.
 */
const resolveAccounts = async (input: string[], ctx: Context) => {
  const templateIds = input.filter((value) => value.startsWith('%')).map((value) => value.slice(1));
  const wrong = templateIds.find((id) => !isUuid(id));
  const rows = templateIds.length
    ? await ctx.db.rows<{ id: string; username: string }>(
        sql`select id::text as id, username from ${allAccountTemplates} a where id = any(${uuids(templateIds)}) and ${inOrganization(sql`org_id`, ctx)}`,
      )
    : [];
  const known = new Map(rows.map((row) => [row.id, row.username]));
  const missing = wrong ?? templateIds.find((id) => !known.has(id.toLowerCase()));
  if (missing !== undefined) throw fieldError('accounts', 'does_not_exist', { pk: missing.slice(0, 64) });
  const names = input.map((value) =>
    value.startsWith('%') ? (known.get(value.slice(1).toLowerCase()) ?? '') : value,
  );
  const templates = [...known.keys()];
  return { accounts: [...new Set(names.filter(Boolean))], templates };
};

const beforeWrite = async ({
  ctx,
  before,
  values,
}: WriteEvent<typeof assetpermission>): Promise<Values<typeof assetpermission> & Partial<Templates>> => {
  checkDates(values, before);
  const columns: Values<typeof assetpermission> = {};
  if (values.protocols?.length === 0) columns.protocols = ['all'];
  if (!values.accounts) return columns;
  const { accounts, templates } = await resolveAccounts(values.accounts, ctx);
  return { ...columns, accounts, ...(templates.length && { account_templates: templates }) };
};

/** Asset permissions (reference 04 §13). */
export const assetPermissionBehaviour = (deps: {
  createFromTemplates: CreateFromTemplates;
}): Behaviour<typeof assetpermission, Templates> => ({
  filters: permissionFilters,
  beforeWrite,
  afterWrite: async (written, ctx) => {
    for (const { row, values } of written)
      if (values.account_templates) await deps.createFromTemplates(row.id, values.account_templates, ctx);
  },
  computed: {
    is_expired: (rows) => rows.map((row) => !isInForce(row)),
    is_valid: (rows) => rows.map((row) => row.is_active === true && isInForce(row)),
  },
});
