import { type FieldErrors, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { actionBits } from '@gatehouse/contract/permissions/actionBits.ts';
import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { bitNames } from '../../engine/fields/bits/bits.ts';
import { updateRow } from '../../engine/operations/store.ts';
import { createMany } from '../../engine/operations/write.ts';
import { insideOrganization } from '../../engine/organizationScope.ts';
import { instantOf } from '../../platform/time.ts';
import { allPermissions } from '../../resources/perms/assetpermission/relations.ts';
import { allTicketAssets, allTicketNodes } from '../../resources/tickets/ticket/relations.ts';
import { freeName } from './permissionName.ts';
import type { Ticket } from './steps.ts';

/** The field of a ticket that a permission's field comes from. */
const fromField: Record<string, string> = {
  name: 'apply_permission_name',
  users: 'applicant',
  nodes: 'apply_nodes',
  assets: 'apply_assets',
  accounts: 'apply_accounts',
  actions: 'apply_actions',
  date_start: 'apply_date_start',
  date_expired: 'apply_date_expired',
};

/**
 * A permission's refusals, placed on the ticket's fields. Only a member of the organization can be granted
 * anything there.
 */
const renamed = (errors: FieldErrors): FieldErrors => {
  if (errors.users) return { applicant: [{ key: 'ticket_applicant_left' }] };
  return Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => [fromField[name] ?? name, messages]),
  );
};

const commentOf = ({ id, serial_num, title, rel_snapshot, process_map }: Ticket, ctx: Context): string =>
  ctx.t('messages.ticket_permission', {
    id,
    number: serial_num,
    title,
    applicant: rel_snapshot.applicant,
    by: process_map.map((step) => step.processor_display).join(', '),
  });

const linksOf = async (ticket: string, what: 'asset' | 'node', ctx: Context): Promise<string[]> => {
  const links =
    what === 'asset'
      ? sql`select asset::text as id from ${allTicketAssets} l where ticket = ${ticket} order by id`
      : sql`select node::text as id from ${allTicketNodes} l where ticket = ${ticket} order by id`;
  return (await ctx.db.rows<{ id: string }>(links)).map((row) => row.id);
};

/** What a stored ticket requests. */
export const requestedBy = async (ticket: Ticket, ctx: Context) => ({
  assets: await linksOf(ticket.id, 'asset', ctx),
  nodes: await linksOf(ticket.id, 'node', ctx),
  accounts: ticket.apply_accounts ?? [],
});

/**
 * Creates the asset permission of an approved request, with its id and in its organization. The approver
 * needs no permission to create it; everything else is validated like any permission. If its name was taken
 * since the request was opened, a name with more of the ticket's id is used.
 */
export const grantAccess = async (ticket: Ticket, ctx: Context): Promise<void> => {
  const taken = await ctx.db.rows(sql`select 1 from ${allPermissions} p where id = ${ticket.id}`);
  if (taken.length) throw fieldError('non_field_errors', 'ticket_permission_exists', { id: ticket.id });
  const inside = insideOrganization(ticket.org_id, ctx);
  const resource = ctx.engine.resource(assetpermission);
  const { assets, nodes, accounts } = await requestedBy(ticket, ctx);
  const name = (await freeName(ticket.title, ticket.id, inside)) ?? ticket.apply_permission_name;
  const permission = {
    id: ticket.id,
    name,
    users: ticket.applicant ? [ticket.applicant] : [],
    nodes,
    assets,
    accounts,
    actions: bitNames(actionBits, Number(ticket.apply_actions)),
    date_start: instantOf(ticket.apply_date_start)?.toISOString(),
    date_expired: instantOf(ticket.apply_date_expired)?.toISOString(),
    comment: commentOf(ticket, ctx),
  };
  if (permission.users.length === 0) throw new ValidationError(renamed({ users: [] }));
  const [outcome] = await createMany(resource, [permission], inside, { alone: true });
  if (outcome?.errors) throw new ValidationError(renamed(outcome.errors));
  const origin = { from_ticket: true, created_by: `ApplyAssetTicket:${ticket.id}` };
  await updateRow(resource, ticket.id, origin, inside);
  const request = ctx.engine.resource(applyassetticket);
  await updateRow(request, ticket.id, { apply_permission_name: name }, inside);
};
