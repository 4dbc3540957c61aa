import { randomUUID } from 'node:crypto';
import { keyOf } from '@gatehouse/contract/resource/defineResource.ts';
import type { Definitions } from '@gatehouse/contract/resources/all.ts';
import { applycommandticket } from '@gatehouse/contract/resources/tickets/applycommandticket.ts';
import { applyloginassetticket } from '@gatehouse/contract/resources/tickets/applyloginassetticket.ts';
import { applyloginticket } from '@gatehouse/contract/resources/tickets/applyloginticket.ts';
import type { TicketNames } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { MOST_OF_COMMAND, type TicketDoubt } from '@gatehouse/contract/tickets/confirmation.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { type Context, displayOf } from '../../../engine/context.ts';
import { existing } from '../../../engine/fields/related.ts';
import { initialValues } from '../../../engine/operations/draft.ts';
import { insertRows, stamps } from '../../../engine/operations/store.ts';
import { insideOrganization } from '../../../engine/organizationScope.ts';
import type { Resource, Row, Values } from '../../../engine/resource.ts';
import { isUuid, uuids } from '../../../platform/database.ts';
import { allAssets } from '../../../resources/assets/asset/relations.ts';
import { isUnlicensed } from '../../../resources/tickets/licensed.ts';
import {
  type Approver,
  approversOf,
  approversWithin,
} from '../../../resources/tickets/ticketflow/approvers.ts';
import { flowOf } from '../../../resources/tickets/ticketflow/index.ts';
import { allUsers } from '../../../resources/users/user/relations.ts';
import { hasTooMany } from '../open.ts';
import { nextSerialNumber } from '../serialNumber.ts';
import { type AnyTicket, newSteps } from '../steps.ts';
import { noteState, tellToDecide } from '../tell.ts';

/** A sign-in: the rule that asks, where it comes from and when. It belongs to the root organization. */
type SignIn = { type: 'login_confirm'; rule: string; ip: string; city: string; at: Date };
/** A connection of the applicant to an asset, by its id, and the rule that asks. */
type Connection = {
  type: 'login_asset_confirm';
  org: string;
  rule: string;
  asset: string;
  account: string;
  ip: string;
};
/** A command of the applicant in a session; asset and account as the session names them. */
type Command = {
  type: 'command_confirm';
  org: string;
  asset: string;
  account: string;
  command: string;
  doubt?: TicketDoubt | undefined;
  session: string;
  filter: { id: string; name: string };
};

/** What waits for a reviewer, who asks for it, and whom the rule names to decide. */
export type ConfirmationInput = (SignIn | Connection | Command) & {
  applicant: string;
  reviewers: readonly string[];
  comment?: string;
};

/**
 * An opened confirmation with those who may decide it now, or why none was opened: the rule has no reviewer who
 * counts, too many tickets of the applicant are open, or deciding needs a licence that is missing. Then the caller
 * refuses, and says so.
 */
export type OpenedConfirmation =
  | { outcome: 'opened'; ticket: AnyTicket; reviewers: Approver[] }
  | { outcome: Unopened };

/** Why a confirmation was not opened. */
export type Unopened = 'no_reviewer' | 'too_many' | 'unlicensed';

/** How a command in a list or a message begins; one that goes on ends there with a sign of it. */
const SHOWN_OF_COMMAND = 200;
const beginning = (command: string): string =>
  command.length > SHOWN_OF_COMMAND ? `${command.slice(0, SHOWN_OF_COMMAND)}…` : command;

const orgOf = (input: ConfirmationInput): string =>
  input.type === 'login_confirm' ? ROOT_ORG_ID : input.org;

/** Of these users, the other members of the organization who can sign in: nobody decides about their own case. */
export const reviewersAmong = async (
  ids: readonly string[],
  applicant: string,
  inside: Context,
): Promise<Approver[]> => {
  const others = ids.filter(isUuid).map((one) => one.toLowerCase());
  const members = await existing(
    others.filter((one) => one !== applicant.toLowerCase()),
    'users.user',
    inside,
  );
  return approversOf({ strategy: 'custom_user', assignees: [...members] }, inside.org.id, inside.db);
};

/** Reviewers of each level: those of the rule, then those of a second level that a flow of the type adds. */
export const levelsOf = async (
  input: Pick<ConfirmationInput, 'type' | 'reviewers' | 'applicant'>,
  inside: Context,
): Promise<Approver[][]> => {
  const first = await reviewersAmong(input.reviewers, input.applicant, inside);
  const flow = await flowOf(input.type, inside.org.id, inside.db);
  const rule = flow?.rules[1];
  if (!rule) return [first];
  const second = await approversWithin(rule, inside.org.id, inside.db);
  return [first, second.filter(({ id }) => id !== input.applicant.toLowerCase())];
};

const applicantOf = async (id: string, { db }: Context): Promise<Approver> => {
  const [found] = await db.rows<Approver>(
    sql`select u.id::text as id, u.name, u.username from ${allUsers} u where u.id = any(${uuids([id])})`,
  );
  if (!found) throw new Error('the applicant of a confirmation does not exist');
  return found;
};

const assetName = async (asset: string, { db }: Context): Promise<string> => {
  const [found] = await db.rows<{ name: string }>(
    sql`select a.name || '(' || a.address || ')' as name from ${allAssets} a where a.id = any(${uuids([asset])})`,
  );
  return found?.name ?? '';
};

type Facts = { names: Omit<TicketNames, 'applicant' | 'apply_assets' | 'apply_nodes'>; values: Values };

/** Columns of what waits, and the names by which tickets of every type show it. */
const factsOf = async (input: ConfirmationInput, user: string, ctx: Context): Promise<Facts> => {
  if (input.type === 'login_confirm') {
    const ip = input.ip.slice(0, 64);
    const city = input.city.slice(0, 64);
    return {
      names: { apply_login_ip: ip, apply_login_city: city },
      values: {
        apply_from_rule: input.rule,
        apply_login_ip: ip,
        apply_login_city: city,
        apply_login_datetime: input.at.toISOString(),
      },
    };
  }
  const account = input.account.slice(0, 128);
  if (input.type === 'login_asset_confirm') {
    const ip = input.ip.slice(0, 64);
    const asset = await assetName(input.asset, ctx);
    return {
      names: { apply_login_user: user, apply_login_asset: asset, apply_login_ip: ip, account },
      values: {
        apply_from_rule: input.rule,
        apply_login_user: input.applicant,
        apply_login_asset: input.asset,
        apply_login_account: account,
        apply_login_ip: ip,
      },
    };
  }
  const { session, filter } = input;
  const asset = input.asset.slice(0, 128);
  return {
    names: {
      apply_run_user: user,
      apply_run_asset: asset,
      apply_run_command: beginning(input.command),
      ...(input.doubt && { apply_run_doubt: input.doubt }),
      apply_from_session: session,
      apply_from_cmd_filter_acl: filter.name,
      account,
    },
    values: {
      apply_run_user: input.applicant,
      apply_run_asset: asset,
      apply_run_account: account,
      apply_run_command: input.command.slice(0, MOST_OF_COMMAND),
      apply_from_session: session,
      apply_from_cmd_filter_acl: filter.id,
      linked_session: session,
    },
  };
};

const definitions = {
  login_confirm: applyloginticket,
  login_asset_confirm: applyloginassetticket,
  command_confirm: applycommandticket,
} as const satisfies Record<ConfirmationInput['type'], Definitions[keyof Definitions]>;

/** The resource of the tickets of a type. */
export const confirmationResource = (
  type: ConfirmationInput['type'],
  { engine }: Pick<Context, 'engine'>,
): Resource => engine.resource(keyOf(definitions[type]));

/**
 * Opens a ticket for what a rule holds until a reviewer decides, and tells the reviewers, in the transaction of
 * the caller (reference 06 §C.4).
 */
export const openConfirmation = async (
  input: ConfirmationInput,
  ctx: Context,
): Promise<OpenedConfirmation> => {
  if (isUnlicensed(ctx)) return { outcome: 'unlicensed' };
  const inside = insideOrganization(orgOf(input), ctx);
  const levels = await levelsOf(input, inside);
  if (levels.some((level) => level.length === 0)) return { outcome: 'no_reviewer' };
  const applicant = await applicantOf(input.applicant, ctx);
  const display = displayOf(applicant);
  // The counter is locked until the transaction ends, so two tickets cannot both take the last place.
  const serial_num = await nextSerialNumber(ctx.zone, ctx.db);
  if (await hasTooMany(applicant.id, ctx)) return { outcome: 'too_many' };
  const { names, values } = await factsOf(input, display, ctx);
  const resource = confirmationResource(input.type, ctx);
  const title = ctx.t(`messages.ticket_title.${input.type}`, { name: applicant.name, ...names });
  const whole = {
    ...initialValues(resource),
    ...values,
    id: randomUUID(),
    type: input.type,
    title: title.slice(0, 256),
    comment: input.comment ?? '',
    org_id: inside.org.id,
    applicant: applicant.id,
    assignees: [...new Set(levels.flat().map(({ id }) => id))],
    process_map: newSteps(levels),
    rel_snapshot: { applicant: display, ...names },
    serial_num,
    ...stamps(resource, ctx, true),
  };
  const [stored] = await insertRows(resource, [whole], ctx);
  const ticket = stored as unknown as Row<Definitions['tickets.ticket']>;
  await noteState(ticket, 'open', { by: { id: applicant.id, display } }, ctx);
  await tellToDecide(ticket, levels[0]?.map(({ id }) => id) ?? [], ctx);
  return { outcome: 'opened', ticket, reviewers: levels[0] ?? [] };
};
