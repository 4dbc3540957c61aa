import type { assetTicketActions } from '@gatehouse/contract/actions/tickets.ts';
import { type FieldErrors, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import type { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import { requestedFields } from '@gatehouse/contract/tickets/ticketForms.ts';
import { ROOT_ORG_ID, SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { PartOptions, PartReader } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { Values } from '../../engine/resource.ts';
import type { Settings } from '../../platform/settings.ts';
import { instantOf } from '../../platform/time.ts';
import { narrowed, type RequestableKind, requestable } from './requestable.ts';

const relations: readonly ['apply_nodes' | 'apply_assets', RequestableKind][] = [
  ['apply_nodes', 'assets.node'],
  ['apply_assets', 'assets.asset'],
];

/** The organization that the body of a request or an approval names, which must be a real one. */
export const organizationIn = async (
  part: (names: readonly ['org_id'], options: PartOptions) => Promise<{ org_id?: string }>,
  ctx: Context,
): Promise<string> => {
  const id = (await part(['org_id'], { mode: 'create' })).org_id?.toLowerCase() ?? '';
  const isReal = id !== ROOT_ORG_ID && id !== SYSTEM_ORG_ID;
  if (!isReal || ctx.engine.organizationName(id) === undefined)
    throw fieldError('org_id', 'does_not_exist', { pk: id });
  return id;
};

/** Maximum distance of the start and the end of access from now, in years, in either direction. */
const mostYears = 10;

/** Refuses dates further away than `mostYears`. */
export const refuseFarDates = (values: Values<typeof applyassetticket>): void => {
  for (const name of ['apply_date_start', 'apply_date_expired'] as const) {
    const distance = Math.abs((instantOf(values[name])?.getTime() ?? Date.now()) - Date.now());
    if (distance > mostYears * 366 * 86_400_000)
      throw fieldError(name, 'ticket_date_far', { years: mostYears });
  }
};

/** Refuses dates too far away, and periods that do not end after their start or have already ended. */
const checkDates = (values: Values<typeof applyassetticket>): void => {
  const [start, end] = [instantOf(values.apply_date_start), instantOf(values.apply_date_expired)];
  refuseFarDates(values);
  if (!end) return;
  if (start && end <= start) throw fieldError('apply_date_expired', 'date_order');
  if (end.getTime() <= Date.now()) throw fieldError('apply_date_expired', 'ticket_date_past');
};

/** Refuses templates: accounts are requested by username, and a template would create accounts. */
const checkAccounts = (values: Values<typeof applyassetticket>): void => {
  const template = values.apply_accounts?.find((account) => account.startsWith('%'));
  if (template)
    throw fieldError('apply_accounts', 'ticket_template_account', { name: template.slice(0, 64) });
};

/** Characters that disguise text: direction marks, and zero-width characters that no script needs. */
const disguise = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/;

/** Approvers decide by the visible text, which also names the permission and its accounts. */
const refuseDisguise = (values: Values<typeof applyassetticket>): void => {
  for (const name of ['title', 'apply_accounts'] as const)
    if ([values[name] ?? []].flat().some((value) => disguise.test(value)))
      throw fieldError(name, 'control_characters');
};

/** Reads the body of a request. */
export type RequestReader = PartReader<typeof assetTicketActions.shapes.open>;

/** Reads the body of an approval. */
export type ApprovalReader = PartReader<typeof assetTicketActions.shapes.approve>;

/** Reads a request in an organization; what its applicant may not request there is dropped. */
export const readRequest = async (
  part: RequestReader,
  by: { applicant: string; settings: Settings },
  inside: Context,
): Promise<Values<typeof applyassetticket>> => {
  const values = await part(['title', ...requestedFields, 'comment'], { inside });
  refuseDisguise(values);
  checkAccounts(values);
  checkDates(values);
  for (const [name, kind] of relations) {
    const scope = await requestable(kind, by.applicant, by.settings, inside);
    values[name] = await narrowed(values[name] ?? [], kind, scope, inside);
  }
  return values;
};

/** Reads an approver's changes. */
export const readAmendments = async (
  part: ApprovalReader,
  inside: Context,
): Promise<Values<typeof applyassetticket>> => {
  const values = await part(requestedFields, { inside });
  refuseDisguise(values);
  checkAccounts(values);
  checkDates(values);
  return values;
};

/** Refuses an approval that would grant nothing: the last level needs assets or nodes, and accounts. */
export const refuseEmpty = (requested: { assets: string[]; nodes: string[]; accounts: string[] }): void => {
  const errors: FieldErrors = {};
  if (requested.assets.length + requested.nodes.length === 0)
    for (const [name] of relations) errors[name] = [{ key: 'ticket_target_required' }];
  if (requested.accounts.length === 0) errors.apply_accounts = [{ key: 'ticket_accounts_required' }];
  if (Object.keys(errors).length) throw new ValidationError(errors);
};
