import { type FieldErrors, ValidationError } from '@gatehouse/contract/errors.ts';
import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { idOf } from '../../engine/fields/related.ts';
import { createMany } from '../../engine/operations/write.ts';
import { authorize } from '../../engine/permission.ts';
import type { Row, Values } from '../../engine/resource.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { uuids } from '../../platform/database.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { linkSwitches } from '../../resources/accounts/account/statements.ts';
import { openedSecret } from '../../resources/accounts/secretValue.ts';
import { refuseCircles } from '../../resources/accounts/switchCircle.ts';

/** Accounts sent along with a new asset. */
export type InlineAccounts = { asset: string; accounts: Values[] };

type Item = { asset: string; input: Values; from: string | undefined };

const referredTo = async (
  ids: (string | undefined)[],
  ctx: Context,
): Promise<Map<string, Row<typeof account>>> => {
  const named = ids.filter((id): id is string => id !== undefined);
  if (!named.length) return new Map();
  const rows = await ctx.db.rows<Row<typeof account>>(
    sql`select t.* from ${await visibleRows('accounts.account', ctx)} t where t.id = any(${uuids(named)})`,
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/**
 * An entry that names an existing account copies its secret unless it brings one of its own; this is how an
 * asset is cloned.
 */
const cloned = async (
  input: Values,
  models: Map<string, Row<typeof account>>,
  ctx: Context,
): Promise<Values> => {
  const { id, su_from: _from, ...rest } = input;
  const model = models.get(idOf(id) ?? '');
  if (!model || rest.secret) return rest;
  const secret = await openedSecret(model.secret, ctx);
  return { secret_type: model.secret_type, ...rest, ...(secret !== undefined && { secret }) };
};

/**
 * Links each new account whose entry names an account to switch from (`su_from`) to the account of its own
 * asset with the username and secret type of the named one.
 */
const linkResembling = async (
  items: Item[],
  rows: Row<typeof account>[],
  models: Map<string, Row<typeof account>>,
  ctx: Context,
) => {
  const switches = items.flatMap(({ asset, from }, index) => {
    const model = models.get(from ?? '');
    const id = rows[index]?.id;
    return model && id ? [{ id, asset, username: model.username, secret_type: model.secret_type }] : [];
  });
  if (switches.length === 0) return;
  await linkSwitches(switches, ctx.db);
  const linked = await ctx.db.rows<{ id: string; su_from: string | null }>(
    sql`select a.id::text as id, a.su_from::text as su_from from ${allAccounts} a where a.id = any(${uuids(switches.map(({ id }) => id))})`,
  );
  await refuseCircles(allAccounts, linked, ctx);
};

const errorsBySet = (sets: InlineAccounts[], errors: (FieldErrors | undefined)[]) => {
  const queue = errors[Symbol.iterator]();
  return sets.map(({ accounts }) => accounts.map(() => queue.next().value ?? {}));
};

/**
 * Creates the accounts sent along with new assets. If entries are refused, throws messages under `accounts`,
 * aligned with the list of the first asset with a refused entry.
 */
export const createInline = async (sets: InlineAccounts[], ctx: Context): Promise<void> => {
  const pairs = sets.flatMap(({ asset, accounts }) => accounts.map((account) => ({ asset, account })));
  if (!pairs.length) return;
  authorize(ctx, 'accounts.add_account');
  const models = await referredTo(
    pairs.flatMap(({ account }) => [idOf(account.id), idOf(account.su_from)]),
    ctx,
  );
  const items: Item[] = [];
  for (const { asset, account } of pairs) {
    const input = { ...(await cloned(account, models, ctx)), asset };
    items.push({ asset, input, from: idOf(account.su_from) });
  }
  const outcomes = await createMany(
    ctx.engine.resource(account),
    items.map((item) => item.input),
    ctx,
  );
  const refused = errorsBySet(
    sets,
    outcomes.map((outcome) => outcome.errors),
  ).find((errors) => errors.some((error) => Object.keys(error).length));
  if (refused) throw new ValidationError({ accounts: refused });
  const rows = outcomes.map((outcome) => outcome.row as Row<typeof account>);
  try {
    await linkResembling(items, rows, models, ctx);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const { fields } = error;
    const told = items.map(({ from }) => (from ? (fields as FieldErrors) : undefined));
    throw new ValidationError({
      accounts: errorsBySet(sets, told).find((errors) => errors.some((one) => Object.keys(one).length)) ?? [],
    });
  }
};
