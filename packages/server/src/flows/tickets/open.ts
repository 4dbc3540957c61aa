import { randomUUID } from 'node:crypto';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import { sql } from 'drizzle-orm';
import { type Context, displayOf } from '../../engine/context.ts';
import { existing } from '../../engine/fields/related.ts';
import { initialValues } from '../../engine/operations/draft.ts';
import { insertRows, saveLinks, stamps } from '../../engine/operations/store.ts';
import { insideOrganization } from '../../engine/organizationScope.ts';
import { can } from '../../engine/permission.ts';
import type { Values } from '../../engine/resource.ts';
import { isUuid } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { allTickets } from '../../resources/tickets/ticket/relations.ts';
import { type Approver, approversOf } from '../../resources/tickets/ticketflow/approvers.ts';
import { flowOf } from '../../resources/tickets/ticketflow/index.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { freeName, usualName } from './permissionName.ts';
import { organizationIn, type RequestReader, readRequest } from './requestForm.ts';
import { nextSerialNumber } from './serialNumber.ts';
import { requestedNames } from './snapshot.ts';
import { currentStep, newSteps, type Ticket } from './steps.ts';
import { noteState, tellToDecide } from './tell.ts';

/** What opening a ticket needs. */
export type OpenDeps = { settings: Settings; zone: string };

const type = 'apply_asset';

/** Whether a user can enter the ticket's organization and so may know its members (docs/decisions/0022). */
const canEnter = async (inside: Context, { actor, org }: Context): Promise<boolean> => {
  if (actor.isSuperuser || org.id === inside.org.id) return true;
  if (org.isRoot && org.within?.includes(inside.org.id) !== false) return true;
  return (await existing([actor.id], 'users.user', inside)).has(actor.id);
};

/**
 * The applicant, who must be a member of the organization: the caller, or the user named by a caller who may
 * request for others.
 */
const applicantOf = async (part: RequestReader, inside: Context, ctx: Context): Promise<Approver> => {
  const unknownOrg = fieldError('org_id', 'does_not_exist', { pk: inside.org.id });
  const mayNameOne = can(inside.actor, 'tickets.add_superticket');
  if (mayNameOne && !(await canEnter(inside, ctx))) throw unknownOrg;
  const { applicant } = mayNameOne ? await part(['applicant'], { inside }) : {};
  const id = applicant ?? inside.actor.id;
  const known = isUuid(id) ? await existing([id], 'users.user', inside) : new Set<string>();
  if (!known.has(id)) throw unknownOrg;
  const [found] = await inside.db.rows<Approver>(
    sql`select id::text as id, name, username from ${allUsers} u where id = ${id}`,
  );
  return found as Approver;
};

/** Approvers of each level. The applicant is left out unless there is no other. */
const levelsFor = async (applicant: string, inside: Context): Promise<Approver[][]> => {
  const flow = await flowOf(type, inside.org.id, inside.db);
  if (!flow) throw fieldError('org_id', 'ticket_no_flow');
  const levels: Approver[][] = [];
  for (const rule of flow.rules) {
    const found = await approversOf(rule, inside.org.id, inside.db);
    const others = found.filter(({ id }) => id !== applicant);
    if (found.length === 0) throw fieldError('org_id', 'ticket_no_approver', { level: levels.length + 1 });
    levels.push(others.length ? others : found);
  }
  return levels;
};

/**
 * Name of the permission an approval creates; if the usual one is taken, the applicant must choose another
 * title.
 */
const permissionName = async (title: string, ticket: string, inside: Context): Promise<string> => {
  const name = await freeName(title, ticket, inside);
  if (name !== usualName(title, ticket)) throw fieldError('title', 'unique');
  return name;
};

/** Maximum number of open requests per applicant. */
const mostOpen = 100;

/** Whether as many tickets of an applicant are open as may be. */
export const hasTooMany = async (applicant: string, { db }: Pick<Context, 'db'>): Promise<boolean> => {
  const waiting = await db.rows(
    sql`select 1 from ${allTickets} t where applicant = ${applicant} and status = 'open' limit ${mostOpen}`,
  );
  return waiting.length === mostOpen;
};

/**
 * Refuses requests beyond the limit, which would flood the approvers. Checked under the lock of the daily
 * counter, so that two requests cannot both take the last place.
 */
const refuseFlood = async (applicant: string, ctx: Context): Promise<void> => {
  if (await hasTooMany(applicant, ctx))
    throw fieldError('non_field_errors', 'ticket_too_many', { max: mostOpen });
};

const store = async (values: Values<typeof applyassetticket>, ctx: Context): Promise<Ticket> => {
  const resource = ctx.engine.resource(applyassetticket);
  const whole = { ...initialValues(resource), ...values, ...stamps(resource, ctx, true) };
  const [row] = await insertRows(resource, [whole], ctx);
  if (!row) throw new Error('a ticket was not stored');
  await saveLinks(resource, [{ row, values }], ctx);
  return row;
};

/** The organization of a request; without one, a missing title is told as well. */
const organizationOf = async (part: RequestReader, ctx: Context): Promise<string> => {
  try {
    return await organizationIn(part, ctx);
  } catch (error) {
    await part(['org_id', 'title']);
    throw error;
  }
};

/**
 * Opens an access request, assigns it to the approvers of every level, and notifies those of the first
 * (reference 06 §C.4).
 */
export const openRequest = async (part: RequestReader, deps: OpenDeps, ctx: Context): Promise<Ticket> => {
  if (!deps.settings.get('TICKETS_ENABLED'))
    throw new AppError('permission_denied', {}, { messageKey: 'tickets_off' });
  const inside = insideOrganization(await organizationOf(part, ctx), ctx);
  const applicant = await applicantOf(part, inside, ctx);
  const request = await readRequest(part, { applicant: applicant.id, settings: deps.settings }, inside);
  const levels = await levelsFor(applicant.id, inside);
  const serial_num = await nextSerialNumber(deps.zone, ctx.db);
  await refuseFlood(applicant.id, ctx);
  const id = randomUUID();
  const display = displayOf(applicant);
  const ticket = await store(
    {
      ...request,
      id,
      type,
      org_id: inside.org.id,
      applicant: applicant.id,
      apply_permission_name: await permissionName(request.title ?? '', id, inside),
      assignees: [...new Set(levels.flat().map((approver) => approver.id))],
      process_map: newSteps(levels),
      rel_snapshot: { applicant: display, ...(await requestedNames(request, ctx.db)) },
      serial_num,
    },
    ctx,
  );
  await noteState(ticket, 'open', { by: { id: applicant.id, display } }, ctx);
  await tellToDecide(ticket, currentStep(ticket)?.assignees ?? [], ctx);
  return ticket;
};
