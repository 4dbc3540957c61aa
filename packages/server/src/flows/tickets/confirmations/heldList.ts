import { listHeldApprovals, revokeHeldApproval } from '@gatehouse/contract/calls/tickets.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { confirmationTypes } from '@gatehouse/contract/tickets/confirmation.ts';
import { bind } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { choiceLabel } from '../../../engine/labels.ts';
import { storedRows } from '../../../engine/operations/read.ts';
import { lockRows } from '../../../engine/operations/store.ts';
import { can } from '../../../engine/permission.ts';
import { isUuid } from '../../../platform/database.ts';
import { formatDatetime, instantOf } from '../../../platform/time.ts';
import { requireLicence } from '../../../resources/tickets/licensed.ts';
import { approvalsThatMayHold } from '../../../resources/tickets/ticket/statements.ts';
import { mayStillDecide } from '../mayDecide.ts';
import { type Confirmation, isHeld, revoke } from './hold.ts';
import { confirmationResource } from './open.ts';

type Type = (typeof confirmationTypes)[number];

/** Who may change the rules of a type may also take back what they let through. */
const changesRules: Record<Type, string> = {
  login_confirm: 'acls.change_loginacl',
  login_asset_confirm: 'acls.change_loginassetacl',
  command_confirm: 'acls.change_commandfilteracl',
};

const ruledTypes = ({ actor }: Pick<Context, 'actor'>): Type[] =>
  confirmationTypes.filter((type) => can(actor, changesRules[type]));

/** The organizations that the request covers; undefined for all. */
const coveredBy = ({ org }: Pick<Context, 'org'>): readonly string[] | undefined =>
  org.isRoot ? org.within : [org.id];

const mayRevoke = async (row: Confirmation, ctx: Context): Promise<boolean> => {
  const { assignees, type, org_id } = row;
  const isRuler =
    can(ctx.actor, changesRules[type as Type]) &&
    (type === 'login_confirm' || coveredBy(ctx)?.includes(org_id) !== false);
  return isRuler || (assignees.includes(ctx.actor.id) && mayStillDecide(row, ctx.actor.id, ctx));
};

const shown = async (row: Confirmation, ctx: Context) => {
  const resource = confirmationResource(row.type as Type, ctx);
  const until = row.hold === 'minutes' ? instantOf(row.date_hold_until) : null;
  return {
    id: row.id,
    type: { value: row.type, label: choiceLabel({ name: 'type', resource, ctx }, row.type) },
    title: row.title,
    applicant: row.rel_snapshot.applicant,
    approved_by: row.process_map.findLast((step) => step.state === 'approved')?.processor_display ?? '',
    until: until && formatDatetime(until, ctx.zone),
    org_id: row.org_id,
    org_name: ctx.engine.organizationName(row.org_id) ?? '',
    can_open: row.applicant === ctx.actor.id || row.assignees.includes(ctx.actor.id),
    can_revoke: await mayRevoke(row, ctx),
  };
};

/** Registers the list of approvals that hold, and taking one back. */
export const addHeldApprovals = (ports: HttpPorts): void => {
  bind(ports, listHeldApprovals, async ({ ctx }) => {
    requireLicence(ctx);
    const found = await approvalsThatMayHold(
      { user: ctx.actor.id, types: ruledTypes(ctx), orgs: coveredBy(ctx) },
      ctx.db,
    );
    const held: Confirmation[] = [];
    for (const { id, type } of found) {
      const [row] = (await storedRows(
        confirmationResource(type, ctx),
        [id],
        ctx,
      )) as unknown as Confirmation[];
      if (row && (await isHeld(row, ctx))) held.push(row);
    }
    return { approvals: await ctx.db.together(held.map((row) => () => shown(row, ctx))) };
  });
  bind(ports, revokeHeldApproval, async ({ ctx, params }) => {
    requireLicence(ctx);
    const unknown = new AppError('object_does_not_exist', { resource: 'ticket' });
    if (!isUuid(params.id)) throw unknown;
    const [any] = await storedRows(ctx.engine.resource('tickets.ticket'), [params.id], ctx);
    if (!any || any.type === 'apply_asset') throw unknown;
    const resource = confirmationResource(any.type as Type, ctx);
    const [row] = (await lockRows(resource, [params.id], ctx)) as unknown as Confirmation[];
    // To others there is no such approval; its applicant sees it and leaves it.
    const isMine = row && (await mayRevoke(row, ctx));
    if (!row || (!isMine && row.applicant !== ctx.actor.id)) throw unknown;
    if (!isMine) throw new AppError('permission_denied');
    await revoke(row, resource, ctx);
    return 'ok' as const;
  });
};
