import { type FieldErrors, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { field } from '@gatehouse/contract/resource/fields.ts';
import type { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import { ROOT_ORG_ID, SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Context } from '../../engine/context.ts';
import { type Form, readForm } from '../../engine/form.ts';
import type { Resource, Values } from '../../engine/resource.ts';
import type { Settings } from '../../platform/settings.ts';
import { instantOf } from '../../platform/time.ts';
import { insideOnly, narrowed, type RequestableKind, requestable } from './requestable.ts';

/** Access requests, and forms over some of their fields. */
type Request = Resource<typeof applyassetticket>;

/** What a request contains, and approvers may change. */
export const requestFields = [
  'apply_nodes',
  'apply_assets',
  'apply_accounts',
  'apply_actions',
  'apply_date_start',
  'apply_date_expired',
] as const;

const relations: readonly ['apply_nodes' | 'apply_assets', RequestableKind][] = [
  ['apply_nodes', 'assets.node'],
  ['apply_assets', 'assets.asset'],
];

const org_id = field.text({ required: true, max: 36 });

const formWith = (resource: Request, names: readonly string[]): Request => {
  const own = names.flatMap((name) => {
    const found = resource.fields[name];
    return found ? [[name, found] as const] : [];
  });
  return { ...resource, fields: { org_id, ...Object.fromEntries(own) } };
};

/** The form of a request. */
export const requestForm = (resource: Request): Request =>
  formWith(resource, ['title', ...requestFields, 'comment']);

/** The form of an approval. `approval_step` names the level it is for. */
export const approvalForm = (resource: Request): Request => {
  const form = formWith(resource, requestFields);
  const { approval_step } = turnForm(resource).fields;
  return approval_step ? { ...form, fields: { ...form.fields, approval_step } } : form;
};

/** The level and version of the ticket that a decision is based on; both are optional. */
export const turnForm = (resource: Resource): Form => {
  const step = resource.fields.approval_step;
  const fields = step && { approval_step: { ...step, readOnly: false, default: undefined } };
  return { ...resource, fields: { ...fields, seen: field.datetime({ nullable: true }) } };
};

const bodyOf = (body: unknown): Values =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...(body as Values) } : {};

/** The organization a request names, which must be a real one. */
export const organizationIn = async (form: Request, body: unknown, ctx: Context): Promise<string> => {
  const only = { ...form, fields: { org_id } };
  const id = String((await readForm(only, body ?? {}, 'create', ctx)).org_id).toLowerCase();
  const isReal = id !== ROOT_ORG_ID && id !== SYSTEM_ORG_ID;
  if (!isReal || ctx.engine.organizationName(id) === undefined)
    throw fieldError('org_id', 'does_not_exist', { pk: id });
  return id;
};

/** Limit for the start and end of access, from now in either direction. */
const mostYears = 10;

/** Refuses implausible dates. */
export const refuseFarDates = (values: Values<typeof applyassetticket>): void => {
  for (const name of ['apply_date_start', 'apply_date_expired'] as const) {
    const distance = Math.abs((instantOf(values[name])?.getTime() ?? Date.now()) - Date.now());
    if (distance > mostYears * 366 * 86_400_000)
      throw fieldError(name, 'ticket_date_far', { years: mostYears });
  }
};

/** Refuses periods that end before they start, or have ended. */
const checkDates = (values: Values<typeof applyassetticket>): void => {
  const [start, end] = [instantOf(values.apply_date_start), instantOf(values.apply_date_expired)];
  refuseFarDates(values);
  if (!end) return;
  if (start && end <= start) throw fieldError('apply_date_expired', 'date_order');
  if (end.getTime() <= Date.now()) throw fieldError('apply_date_expired', 'ticket_date_past');
};

/** Accounts are requested by username; templates would create accounts, which a request may not. */
const checkAccounts = (values: Values<typeof applyassetticket>): void => {
  const template = values.apply_accounts?.find((account) => account.startsWith('%'));
  if (template)
    throw fieldError('apply_accounts', 'ticket_template_account', { name: template.slice(0, 64) });
};

/** Characters that disguise text: direction marks, and zero-width characters that join nothing. */
const disguise = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/;

/** Approvers decide by the visible text, which also names the permission and its accounts. */
const refuseDisguise = (values: Values<typeof applyassetticket>): void => {
  for (const name of ['title', 'apply_accounts'] as const)
    if ([values[name] ?? []].flat().some((value) => disguise.test(value)))
      throw fieldError(name, 'control_characters');
};

/** Parses a request inside an organization, dropping everything outside it. */
const readInside = async (form: Request, body: unknown, mode: 'create' | 'patch', inside: Context) => {
  const input = bodyOf(body);
  for (const [name, kind] of relations)
    if (input[name] !== undefined) input[name] = await insideOnly(name, input[name], kind, inside);
  const values = await readForm(form, input, mode, inside);
  refuseDisguise(values);
  checkAccounts(values);
  return values;
};

/** Parses a request in an organization; what its applicant may not request there is dropped. */
export const readRequest = async (
  form: Request,
  body: unknown,
  by: { applicant: string; settings: Settings },
  inside: Context,
): Promise<Values<typeof applyassetticket>> => {
  const values = await readInside(form, body, 'create', inside);
  checkDates(values);
  for (const [name, kind] of relations) {
    const scope = await requestable(kind, by.applicant, by.settings, inside);
    values[name] = await narrowed(values[name] ?? [], kind, scope, inside);
  }
  return values;
};

/** Parses an approver's changes; only organization and dates are required (reference 06 §C.3). */
export const readAmendments = async (
  form: Request,
  body: unknown,
  inside: Context,
): Promise<Values<typeof applyassetticket>> => {
  const filled = { apply_date_start: null, apply_date_expired: null, ...bodyOf(body) };
  const values = await readInside(form, filled, 'patch', inside);
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
