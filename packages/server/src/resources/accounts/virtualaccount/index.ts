import { virtualaccount } from '@gatehouse/contract/resources/accounts/virtualaccount.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { choiceLabel } from '../../../engine/labels.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { texts } from '../../../platform/database.ts';

const aliases = virtualaccount.fields.alias.choices;

/** Creates missing rows of an organization: one per alias. */
const ensureRows = async (ctx: Context): Promise<void> => {
  if (ctx.org.isRoot || ctx.memo.has('virtualaccounts')) return;
  ctx.memo.set('virtualaccounts', true);
  await ctx.db.rows(sql`insert into accounts_virtualaccount (id, org_id, alias, date_created, date_updated)
    select gen_random_uuid(), ${ctx.org.id}::uuid, a.alias, now(), now() from unnest(${texts(aliases)}) as a(alias)
    where not exists (select from accounts_virtualaccount v where v.org_id = ${ctx.org.id} and v.alias = a.alias) on conflict do nothing`);
};

const words = (section: string) => (rows: Row<typeof virtualaccount>[], ctx: Context) =>
  rows.map((row) => {
    const key = `access.virtual.${section}.${row.alias}`;
    const text = ctx.t(key);
    return text === key ? '' : text;
  });

/** Virtual accounts (reference 04 §5). */
export const virtualAccountBehaviour = (): Behaviour<typeof virtualaccount> => ({
  visibleTo: async (ctx) => {
    await ensureRows(ctx);
    return undefined;
  },
  locate: async (id, ctx) => {
    await ensureRows(ctx);
    const found = await ctx.db.rows<{ id: string }>(
      sql`select id::text as id from accounts_virtualaccount where alias = ${id} and org_id = ${ctx.org.id}`,
    );
    return found[0]?.id;
  },
  // Only the account with the user's own name can use the sign-in password.
  beforeWrite: ({ before, values }) =>
    'secret_from_login' in values && before?.alias !== '@USER'
      ? { secret_from_login: before?.secret_from_login ?? null }
      : undefined,
  display: (row) => row.alias,
  computed: {
    name: (rows, ctx) => {
      const resource = ctx.engine.resource(virtualaccount);
      return rows.map((row) => choiceLabel({ name: 'alias', resource, ctx }, row.alias));
    },
    username: words('username'),
    comment: words('comment'),
  },
});
