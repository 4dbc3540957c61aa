import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { accountActions } from '@gatehouse/contract/actions/accounts.ts';
import { protocolOf } from '@gatehouse/contract/assets/protocols.ts';
import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { type FieldErrors, fieldError, type Message, ValidationError } from '@gatehouse/contract/errors.ts';
import { account as accountDefinition } from '@gatehouse/contract/resources/accounts/account.ts';
import type { accounttemplate as accounttemplateDefinition } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { sql } from 'drizzle-orm';
import { type WholeAnswer, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { existing } from '../../engine/fields/related.ts';
import { createMany, update } from '../../engine/operations/write.ts';
import { authorize } from '../../engine/permission.ts';
import type { Row, Values } from '../../engine/resource.ts';
import { isSameSealed } from '../../platform/crypto/vault.ts';
import { isUuid, uuids } from '../../platform/database.ts';
import { accountsLike } from '../../resources/accounts/account/statements.ts';
import { templatesHere } from '../../resources/accounts/accounttemplate/statements.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allPlatforms } from '../../resources/assets/platform/relations.ts';
import type { PushTogether } from '../changeSecret/pushWritten.ts';

/** The request body: fields of the call itself and those of an account. */
type Order = BodyOf<typeof accountActions.shapes.createMany>;
type Asset = { id: string; name: string; address: string; protocols: { name: string }[]; switches: boolean };
type State = 'created' | 'updated' | 'skipped' | 'error';
type Result = { asset: string; state: State; changed?: boolean; error?: string };
type Plan = { asset: Asset; existing: Row<typeof accountDefinition> | undefined; error: string | undefined };

const order: State[] = ['created', 'updated', 'skipped', 'error'];
const displayOf = (asset: Asset): string => `${asset.name}(${asset.address})`;

/** Thrown to roll back the call's writes when it ends in a refusal. */
class Undone extends Error {}

const readAssets = async (ids: string[], ctx: Context): Promise<Asset[]> => {
  const known = await existing(ids, 'assets.asset', ctx);
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw fieldError('assets', 'does_not_exist', { pk: missing.slice(0, 64) });
  return ctx.db.rows<Asset>(sql`select a.id::text as id, a.name, a.address, a.protocols, p.su_enabled as switches
    from ${allAssets} a join ${allPlatforms} p on p.id = a.platform where a.id = any(${uuids(ids)}) order by a.name`);
};

const readTemplate = async (
  id: Order['template'],
  ctx: Context,
): Promise<Row<typeof accounttemplateDefinition> | undefined> => {
  if (id === undefined || id === null) return undefined;
  const [template] = isUuid(id) ? await templatesHere([id], ctx) : [];
  if (!template) throw fieldError('template', 'does_not_exist', { pk: id.slice(0, 64) });
  return template;
};

const secretTypesOf = (asset: Asset): Set<string> =>
  new Set(
    asset.protocols.flatMap(({ name }): readonly string[] => protocolOf(name)?.secret_types ?? ['password']),
  );

const typeOf = (value: unknown): string => {
  const inner = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
  return typeof inner === 'string' && inner ? inner : 'password';
};

const firstText = (errors: FieldErrors, ctx: Context): string => {
  const [name = '', found] = Object.entries(errors)[0] ?? [];
  const message = Array.isArray(found) ? (found[0] as Message | undefined) : undefined;
  const text = message && 'key' in message ? ctx.t(`errors.${message.key}`, message.params) : '';
  return `${name}: ${text}`;
};

/**
 * Finds, before anything is written, the account that each asset has with this username and secret type, the
 * assets that do not support the type, and the accounts that have one of the words as name or username.
 */
const planFor = async (
  assets: Asset[],
  login: { username: string; secretType: string; words: readonly string[] },
  ctx: Context,
) => {
  const ids = assets.map((asset) => asset.id);
  const accounts = await accountsLike(ids, { words: [login.username, ...login.words], ids: [] }, ctx.db);
  const byAsset = Map.groupBy(accounts, (account) => account.asset);
  const plans = assets.map((asset): Plan => {
    const found = (byAsset.get(asset.id) ?? []).find(
      (account) => account.username === login.username && account.secret_type === login.secretType,
    );
    const supported = secretTypesOf(asset).has(login.secretType);
    const label = ctx.t(`common.choices.secret_type.${login.secretType}`);
    const error = supported ? undefined : ctx.t('errors.secret_type_unsupported', { type: label });
    return { asset, existing: found, error };
  });
  return { plans, byAsset };
};

const nameFor = (body: Order, template: Row<typeof accounttemplateDefinition> | undefined): string =>
  sentText(template?.name ?? (body.name || body.username) ?? '');

const inputFor = (
  body: Order,
  plan: Plan,
  siblings: Row<typeof accountDefinition>[],
  template: Row<typeof accounttemplateDefinition> | undefined,
): Values => {
  const { assets: _assets, su_from_username, on_invalid: _onInvalid, ...shared }: Values = body;
  const name = nameFor(body, template);
  const taken = siblings.some((sibling) => sibling.name === name);
  const from = siblings.find((sibling) => su_from_username && sibling.username === su_from_username);
  return {
    ...shared,
    ...(plan.asset.switches && from ? { su_from: from.id } : {}),
    asset: plan.asset.id,
    name: taken ? `${name}-${randomBytes(2).toString('hex')}` : name,
  };
};

/** What is wrong on every asset is told on its field. */
const refuseForAll = (errors: FieldErrors | undefined): void => {
  for (const name of ['secret', 'params'])
    if (errors?.[name]) throw new ValidationError({ [name]: errors[name] });
};

const createAll = async (
  body: Order,
  plans: Plan[],
  byAsset: Map<string, Row<typeof accountDefinition>[]>,
  template: Row<typeof accounttemplateDefinition> | undefined,
  ctx: Context,
): Promise<Result[]> => {
  const resource = ctx.engine.resource(accountDefinition);
  const inputs = plans.map((plan) => inputFor(body, plan, byAsset.get(plan.asset.id) ?? [], template));
  const outcomes = await createMany(resource, inputs, ctx);
  return outcomes.map((outcome, index): Result => {
    const asset = displayOf((plans[index] as Plan).asset);
    refuseForAll(outcome.errors);
    return outcome.errors
      ? { asset, state: 'error', error: firstText(outcome.errors, ctx) }
      : { asset, state: 'created', changed: true };
  });
};

/** Whether an update left the secret and every field that was sent as it was. */
const isSame = (
  before: Row<typeof accountDefinition>,
  after: Row<typeof accountDefinition>,
  sent: readonly string[],
): boolean => {
  const [then, now]: Values[] = [before, after];
  const others = sent.filter((name) => name !== 'secret');
  return (
    isSameSealed(before.secret, after.secret) &&
    others.every((name) => isDeepStrictEqual(then?.[name], now?.[name]))
  );
};

const updateAll = async (body: Order, plans: Plan[], ctx: Context): Promise<Result[]> => {
  const resource = ctx.engine.resource(accountDefinition);
  const { assets: _assets, name: _name, username: _username, secret_type: _type, ...rest }: Values = body;
  const results: Result[] = [];
  for (const { asset, existing: before } of plans as (Plan & { existing: Row<typeof accountDefinition> })[]) {
    try {
      const after = await update(resource, before.id, rest, 'patch', ctx);
      const changed = !isSame(before, after, Object.keys(rest));
      results.push({ asset: displayOf(asset), state: changed ? 'updated' : 'skipped', changed });
    } catch (error) {
      // What the platform does not do is a matter of one asset.
      if (!(error instanceof ValidationError && 'push_now' in error.fields)) throw error;
      results.push({ asset: displayOf(asset), state: 'error', error: firstText(error.fields, ctx) });
    }
  }
  return results;
};

const carryOut = async (
  body: Order,
  assets: Asset[],
  template: Row<typeof accounttemplateDefinition> | undefined,
  ctx: Context,
): Promise<Result[]> => {
  const username = sentText(template?.username ?? body.username ?? '');
  const secretType = template ? template.secret_type : typeOf(body.secret_type);
  const words = [nameFor(body, template), sentText(body.su_from_username ?? '')];
  const { plans, byAsset } = await planFor(assets, { username, secretType, words }, ctx);
  const sound = plans.filter((plan) => plan.error === undefined);
  const there = sound.filter((plan) => plan.existing);
  const wish = body.on_invalid ?? 'error';
  if (wish === 'update' && there.length) authorize(ctx, 'accounts.change_account');
  const exists = ctx.t('errors.account_exists');
  const known = {
    update: () => updateAll(body, there, ctx),
    skip: () =>
      there.map(({ asset }): Result => ({ asset: displayOf(asset), state: 'skipped', changed: false })),
    error: () =>
      there.map(({ asset }): Result => ({ asset: displayOf(asset), state: 'error', error: exists })),
  }[wish];
  return [
    ...(await createAll(
      body,
      sound.filter((plan) => !plan.existing),
      byAsset,
      template,
      ctx,
    )),
    ...(await known()),
    ...plans
      .filter((plan) => plan.error !== undefined)
      .map(({ asset, error }): Result => ({ asset: displayOf(asset), state: 'error', error })),
  ].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
};

/**
 * Creates one account on many assets, with a result for each (reference 04 §1.5). `on_invalid` says what to
 * do where the account exists; with `error`, the default, the call is all or nothing.
 */
export const createOnMany = async (
  order: Order,
  together: PushTogether,
  ctx: Context,
): Promise<Result[] | WholeAnswer> => {
  const [assets, template] = [await readAssets(order.assets, ctx), await readTemplate(order.template, ctx)];
  let refused: Result[] = [];
  try {
    return await ctx.db.transaction(async (db) => {
      const inner = { ...ctx, db };
      const made = await together(inner, () => carryOut(order, assets, template, inner));
      refused = made.filter((result) => result.state === 'error');
      if (refused.length && (order.on_invalid ?? 'error') === 'error') throw new Undone();
      return made;
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    return whole({ status: 400, body: refused });
  }
};
