import { parseChoice } from '@gatehouse/contract/accounts/accountChoice.ts';
import type { AnswerInput, BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import type { warnOfGrant } from '@gatehouse/contract/calls/perms.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { can } from '../../engine/permission.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { texts } from '../../platform/database.ts';
import { naturally } from '../../platform/naturalOrder.ts';
import { allAccounts, rootFirst } from '../../resources/accounts/account/relations.ts';
import { assetsChosen, chosenIds, usersChosen } from './chosen.ts';
import { widerGrants } from './widerGrants.ts';

type Choice = BodyOf<typeof warnOfGrant>;
type Warnings = AnswerInput<typeof warnOfGrant>;
type Missing = Warnings['missing'][number];

/** Beyond so many assets their accounts are not read, and the answer says so. */
const mostJudged = 10_000;
/** Usernames that are looked for on each asset. */
const mostNames = 20;
/** Assets that a warning names. */
const mostNamed = 3;

const isPrivileged = sql`(t.privileged or not ${rootFirst})`;
const isTemplate = (name: string): boolean => name.startsWith('%');

/** The chosen assets, unless there are too many to read their accounts. */
const assetsToJudge = async (choice: Choice, ctx: Context): Promise<SQL | undefined> => {
  const assets = sql`(select t.id, t.name from ${await visibleRows('assets.asset', ctx)} t where t.id in (${assetsChosen(choice)}))`;
  const [row] = await ctx.db.rows<{ n: number }>(
    sql`select count(*)::int as n from (select from ${assets} a limit ${mostJudged + 1}) judged`,
  );
  return (row?.n ?? 0) <= mostJudged ? assets : undefined;
};

/** For each username, the assets that have no active account of this name. */
const missingOn = (assets: SQL, usernames: readonly string[], ctx: Context): Promise<Missing[]> =>
  ctx.db.rows<Missing>(sql`
    select w.username, count(*)::int as asset_count, (array_agg(a.name order by ${naturally(sql`a.name`)}, a.id))[1:${mostNamed}] as assets
    from unnest(${texts([...usernames])}) with ordinality as w(username, place)
      join ${assets} a on not exists (select from ${allAccounts} c where c.asset = a.id and c.is_active and c.username = w.username)
    group by w.username, w.place order by w.place`);

/** Usernames of the privileged accounts that a choice gives, those named like the users and those of templates included. */
const privilegedOn = async (assets: SQL, choice: Choice, ctx: Context): Promise<string[]> => {
  const { virtual, names } = parseChoice(choice.accounts ?? []);
  const own = sql`union select u.username from ${await visibleRows('users.user', ctx)} u where u.id in (${await usersChosen(choice, ctx)})`;
  const templates = names.filter(isTemplate).map((name) => name.slice(1));
  const rows = await ctx.db.rows<{ username: string }>(sql`
    select t.username from ${allAccounts} t where t.is_active and ${isPrivileged} and t.asset in (select a.id from ${assets} a)
      and t.username in (select unnest(${texts([...names])}) ${virtual.includes('@USER') ? own : sql``})
    union select t.username from ${await visibleRows('accounts.accounttemplate', ctx)} t
      where t.id = any(${chosenIds(templates)}) and ${isPrivileged}
    order by username`);
  return rows.map(({ username }) => username);
};

const unjudged = { is_judged: false, missing: [], privileged: [] };

const judged = async (choice: Choice, ctx: Context) => {
  const words = choice.accounts ?? [];
  const mayRead = can(ctx.actor, ['assets.view_asset', 'accounts.view_account']);
  const assets = mayRead && !words.includes('@ALL') ? await assetsToJudge(choice, ctx) : undefined;
  if (!assets) return unjudged;
  const usernames = parseChoice(words).names.filter((name) => !isTemplate(name));
  return {
    is_judged: true,
    missing: await missingOn(assets, usernames.slice(0, mostNames), ctx),
    privileged: await privilegedOn(assets, choice, ctx),
  };
};

/** Name of the root node, if it is chosen. */
const rootChosen = async ({ nodes }: Choice, ctx: Context): Promise<string> => {
  if (!can(ctx.actor, 'assets.view_node')) return '';
  const [row] = await ctx.db.rows<{ value: string }>(
    sql`select t.value from ${await visibleRows('assets.node', ctx)} t where t.id = any(${chosenIds(nodes)}) and t.parent_key = '' order by t.value limit 1`,
  );
  return row?.value ?? '';
};

/** What is worth knowing before a permission with these choices is saved, as far as the caller may see it. */
export const warningsOf = async (choice: Choice, ctx: Context): Promise<Warnings> => ({
  ...(await judged(choice, ctx)),
  root: await rootChosen(choice, ctx),
  wider: await widerGrants(choice, ctx),
});
