import { randomUUID } from 'node:crypto';
import { account as accountDefinition } from '@gatehouse/contract/resources/accounts/account.ts';
import type { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import type { ActionInput } from '../../engine/actions/implement.ts';
import type { Context } from '../../engine/context.ts';
import { diffOf, recordChanges } from '../../engine/operations/audit.ts';
import { stamps, uniqueClashes, updateRow } from '../../engine/operations/store.ts';
import type { Row, Values } from '../../engine/resource.ts';
import { isSameSealed } from '../../platform/crypto/vault.ts';
import { keepSecrets, nextVersion } from '../../resources/accounts/account/history.ts';
import { refuseWhileOpen } from '../../resources/accounts/account/openChange.ts';
import { lockAccountsOf } from '../../resources/accounts/account/statements.ts';
import { openedSecret, replacedSecret, secretFrom } from '../../resources/accounts/secretValue.ts';

type Template = Row<typeof accounttemplate>;
type Outcome = 'changed' | 'detached' | 'same';

const noLinks = { linksBefore: undefined, linksAfter: undefined };

const store = async (
  before: Row<typeof accountDefinition>,
  values: Values<typeof accountDefinition>,
  ctx: Context,
): Promise<void> => {
  const resource = ctx.engine.resource(accountDefinition);
  const version = await nextVersion(before.id, ctx);
  const row = await updateRow(
    resource,
    before.id,
    { ...values, version, ...stamps(resource, ctx, false) },
    ctx,
  );
  await keepSecrets([{ row, before }], ctx);
  const diff = diffOf(resource, { before, after: row, ...noLinks, names: Object.keys(values) }, ctx);
  await recordChanges(resource, 'update', [{ row, diff }], ctx);
};

/**
 * The secret columns to change: the template's when its secret or type differs from the account's. None when
 * the template has no secret and the type stays, or when it generates a secret for each account, as the asset
 * would not learn the new one.
 */
const newSecret = async (
  template: Template,
  account: Row<typeof accountDefinition>,
  ctx: Context,
): Promise<Values<typeof accountDefinition>> => {
  if (template.secret_strategy === 'random') return {};
  const retyped = template.secret_type !== account.secret_type;
  const secret = await secretFrom(template, ctx);
  if (!secret.secret) return retyped ? secret : {};
  if (retyped) return secret;
  const isSame =
    isSameSealed(secret.secret, account.secret) ||
    (await openedSecret(secret.secret, ctx)) === (await replacedSecret(account.secret, ctx));
  return isSame ? {} : secret;
};

const follow = async (
  template: Template,
  account: Row<typeof accountDefinition>,
  ctx: Context,
): Promise<Outcome> => {
  const { name, username } = template;
  // A generated secret stays with its account, and a secret without its type opens nothing.
  const secret_type =
    template.secret_strategy === 'random' && account.secret ? account.secret_type : template.secret_type;
  const changes: Values<typeof accountDefinition> = {
    ...(name !== account.name && { name }),
    ...(username !== account.username && { username }),
    ...(secret_type !== account.secret_type && { secret_type }),
  };
  const secret = await newSecret(template, account, ctx);
  await refuseWhileOpen({ ...changes, ...secret }, account, ctx);
  const clashes = await uniqueClashes(
    ctx.engine.resource(accountDefinition),
    [{ values: changes, before: account }],
    ctx,
  );
  if (clashes.size) {
    await store(account, { source_id: null }, ctx);
    return 'detached';
  }
  const values = { ...changes, ...secret };
  if (!Object.keys(values).length) return 'same';
  await store(account, values, ctx);
  return 'changed';
};

/**
 * Applies a template's name, username, type and secret to the accounts made from it, one by one. An account
 * whose asset has another account of that name, or of that username and type, is detached. A template without
 * a secret clears an account's secret only if it changes the type; one that generates a secret for each
 * account leaves secrets alone.
 */
const syncAccounts = async (template: Template, ctx: Context): Promise<Record<Outcome, number>> => {
  const accounts = await lockAccountsOf(template, ctx.db);
  const counts = { changed: 0, detached: 0, same: 0 };
  for (const account of accounts) counts[await follow(template, account, ctx)] += 1;
  return counts;
};

/** Applies a template to the accounts made from it (reference 04 §4). */
export const syncRelatedAccounts = async ({ ctx, row }: ActionInput<typeof accounttemplate>) => {
  const { changed, detached } = await syncAccounts(await row(), ctx);
  return { task: randomUUID(), changed, detached };
};
