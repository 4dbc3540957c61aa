import { fieldError } from '@gatehouse/contract/errors.ts';
import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row, Values, WriteEvent, Written } from '../../../engine/resource.ts';
import { naturally } from '../../../platform/naturalOrder.ts';
import { allAssets } from '../../assets/asset/relations.ts';
import type { ActivityNote, NoteActivity } from '../../noteActivity.ts';
import { hasSecret, specInfo, writtenSecret } from '../secretValue.ts';
import { refuseCircle, refuseCircles } from '../switchCircle.ts';
import { accountFilters } from './filters.ts';
import { keepSecrets, nextVersion } from './history.ts';
import { settleNewAccounts } from './newAccounts.ts';
import { refuseOtherKinds, refuseWhileOpen } from './openChange.ts';
import { checkedPush, refusePush } from './pushNow.ts';
import { allAccounts, rootFirst } from './relations.ts';

const checkSwitch = async (
  values: Values<typeof account>,
  before: Row<typeof account>,
  ctx: Context,
): Promise<void> => {
  if (!values.su_from) return;
  const fitting = await ctx.db.rows(
    sql`select 1 from accounts_account where id = ${values.su_from} and asset = ${before.asset} and id <> ${before.id}`,
  );
  if (!fitting.length) throw fieldError('su_from', 'su_from_other_asset');
  await refuseCircle(allAccounts, { row: before.id, from: values.su_from }, ctx);
};

/** Which kinds of secrets can be changed after a check-out. */
const changeable: readonly string[] = ['password', 'ssh_key'];

const refuseUnfitCheckout = ({
  checkout_required,
  secret_type = 'password',
}: Pick<Values<typeof account>, 'checkout_required' | 'secret_type'>): void => {
  if (checkout_required && !changeable.includes(secret_type))
    throw fieldError('checkout_required', 'checkout_secret_type');
};

const beforeWrite = async ({
  ctx,
  before,
  values,
}: WriteEvent<typeof account>): Promise<Values<typeof account>> => {
  refuseUnfitCheckout({ ...before, ...values });
  const columns: Values<typeof account> = {
    ...checkedPush(values, ctx),
    ...(await writtenSecret(values, before, ctx)),
  };
  if (!before) return { ...columns, version: 1 };
  await refuseWhileOpen({ ...values, secret: columns.secret }, before, ctx);
  await checkSwitch(values, before, ctx);
  if (values.push_now) await refusePush({ ...before, ...values, ...columns }, before.asset, ctx);
  if (values.name === '') columns.name = before.name;
  if (values.source === 'template') columns.source = before.source;
  return { ...columns, source_id: null, version: await nextVersion(before.id, ctx) };
};

/** A new account needs a user name, unless a template has it; its name follows from that. */
const refused: Behaviour<typeof account>['refused'] = (errors, { mode, body }) => {
  if (mode !== 'create' || body.template) return errors;
  const { name, username } = body;
  if (typeof username === 'string' && username !== '') return errors;
  const required = [{ key: 'required' }];
  return { username: required, ...(name ? {} : { name: required }), ...errors };
};

const added = (row: Row<typeof account>): ActivityNote => ({
  type: 'O',
  resourceId: row.asset,
  orgId: row.org_id,
  key: 'activity.account_added_from_template',
  params: { account: `${row.name}(${row.username})` },
});

type Deps = {
  noteActivity: NoteActivity;
  /** Pushes accounts to their machines where the request, or the template of a new one, says so. */
  pushWritten: (written: readonly Written<typeof account>[], ctx: Context) => Promise<void>;
};

/** Accounts (reference 04 §1). */
export const accountBehaviour = (deps: Deps): Behaviour<typeof account> => ({
  filters: accountFilters,
  orders: {
    root_first: rootFirst,
    asset: sql`(select ${naturally(sql`a.name`)} from ${allAssets} a where a.id = t.asset)`,
  },
  search: (pattern) => [
    // The joined text uses its index; the column conditions then drop matches in the comment.
    sql`t.asset = any(array(select a.id from ${allAssets} a where a.search_text like lower(${pattern}) and (a.name ilike ${pattern} or a.address ilike ${pattern})))`,
  ],
  beforeWrite,
  refused,
  beforeCreate: settleNewAccounts,
  afterWrite: async (written, ctx) => {
    await keepSecrets(written, ctx);
    await deps.pushWritten(written, ctx);
    const fromTemplate = written.filter(({ row, before }) => !before && row.source === 'template');
    await deps.noteActivity(
      fromTemplate.map(({ row }) => added(row)),
      ctx,
    );
  },
  afterDelete: async (rows, ctx) => {
    await deps.noteActivity(
      rows.map((row) => ({ ...added(row), key: 'activity.account_deleted' })),
      ctx,
    );
  },
  restored: async (rows, ctx) => {
    await refuseOtherKinds(rows, ctx);
    await refuseCircles(allAccounts, rows, ctx);
  },
  computed: { spec_info: specInfo, has_secret: hasSecret },
});
