import { randomUUID } from 'node:crypto';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { type Context, displayOf, type OperationRecord } from '../../engine/context.ts';
import { addOperateLogs } from '../../resources/audits/operatelog/statements.ts';

/** Maximum length of one side of a diff, in characters; the rest is cut off. */
const longest = 4096;

const roles = new Set(['rbac.role', 'rbac.systemrole', 'rbac.orgrole']);

const shortened = (diff: OperationRecord['diff']) =>
  Object.fromEntries(
    Object.entries(diff).map(([label, sides]) => [
      label,
      sides.map((side) => (side.length > longest ? `${side.slice(0, longest)}…` : side)),
    ]),
  );

/**
 * Organization of an entry whose row has none: that of the request, but the system organization for roles and
 * settings, which apply everywhere, and for changes made in the root organization.
 */
const orgOf = (key: string, ctx: Context): string =>
  ctx.org.isRoot || roles.has(key) || key.startsWith('panels.') ? SYSTEM_ORG_ID : ctx.org.id;

/**
 * Writes operate-log rows in the transaction of the change. Changes by components are not user operations and
 * are skipped.
 */
export const recordOperations = async (entries: OperationRecord[], ctx: Context): Promise<void> => {
  if (ctx.actor.isServiceAccount) return;
  const rows = entries.map(({ action, resource, row, display, diff, reversal }) => ({
    id: randomUUID(),
    user: ctx.actor.id ? displayOf(ctx.actor) : 'System',
    action,
    resource_key: resource.key,
    resource: display.slice(0, 128),
    resource_id: String(row.id),
    remote_addr: ctx.remoteAddr,
    org_id: typeof row.org_id === 'string' ? row.org_id : orgOf(resource.key, ctx),
    diff: shortened(diff),
    reversal,
  }));
  await addOperateLogs(rows, ctx.db);
};
