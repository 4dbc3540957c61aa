import { accountsecret } from '@gatehouse/contract/resources/accounts/accountsecret.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import type { Row, Values } from '../../engine/resource.ts';
import { cellsOf, exportColumns } from '../../engine/transfer/cells.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import type { AccountRows } from './keptAccounts.ts';

/** Accounts that are read at once. */
const atOnce = 500;

type Found = Row<typeof accountsecret> & { asset_name: string };

/** Name of a type of assets, as sheets have it. */
export const typeLabel = (type: string, ctx: Pick<Context, 't'>): string => {
  const key = `common.choices.type.${type}`;
  const label = ctx.t(key);
  return label === key ? type : label;
};

const nextAccounts = async (type: string, last: Found | undefined, ctx: Context): Promise<Found[]> =>
  ctx.db.rows<Found>(sql`select t.*, a.name as asset_name
    from ${await visibleRows('accounts.accountsecret', ctx)} t join ${allAssets} a on a.id = t.asset
    where a.org_id = ${ctx.org.id}::uuid and a.type = ${type}
      and (${last?.asset_name ?? null}::text is null
        or (a.name, t.id) > (${last?.asset_name ?? null}::text, ${last?.id ?? null}::uuid))
    order by a.name, t.id limit ${atOnce}`);

/** Number of accounts on assets of these types. */
export const countAccounts = async (types: readonly string[], ctx: Context): Promise<number> =>
  (
    await ctx.db.rows<{ accounts: number }>(sql`select count(*)::int as accounts
      from ${await visibleRows('accounts.accountsecret', ctx)} t join ${allAssets} a on a.id = t.asset
      where a.org_id = ${ctx.org.id}::uuid and a.type in (select jsonb_array_elements_text(${JSON.stringify(types)}::jsonb))`)
  )[0]?.accounts ?? 0;

/**
 * All accounts on assets of these types, with their secrets: for each type its titles, then its accounts by asset. The
 * context is that of the organization.
 */
export const readAccounts = async function* (
  types: readonly string[],
  ctx: Context,
  read: (accounts: number) => void,
): AsyncGenerator<AccountRows> {
  const resource = ctx.engine.resource(accountsecret);
  const columns = exportColumns(resource as never, ctx).filter(({ name }) => name !== 'secret');
  const names = [...columns.map(({ name }) => name), 'secret'];
  const titles = columns.map(({ title }) => title);
  let count = 0;
  for (const type of types) {
    const sheet = typeLabel(type, ctx);
    yield { sheet, rows: [{ cells: titles, secret: '' }] };
    for (let last: Found | undefined; ; ) {
      const found = await nextAccounts(type, last, ctx);
      const shown = (await ctx.engine.present(resource, found, names, ctx)) as unknown as Values[];
      const rows = shown.map((row) => ({
        cells: cellsOf(columns, row, resource as never, ctx),
        secret: typeof row.secret === 'string' ? row.secret : '',
      }));
      if (rows.length > 0) yield { sheet, rows };
      count += rows.length;
      read(count);
      last = found.at(-1);
      if (found.length < atOnce) break;
    }
  }
};
