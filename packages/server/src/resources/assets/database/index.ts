import { fieldError } from '@gatehouse/contract/errors.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { database } from '@gatehouse/contract/resources/assets/database.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { varyWrite } from '../../../engine/varyWrite.ts';
import { allPlatforms } from '../platform/relations.ts';

/** Types that need no database name. */
const optional = ['mysql', 'mariadb'];

const typeOf = async (platformId: unknown, ctx: Context): Promise<string | undefined> => {
  if (!/^\d{1,15}$/.test(String(platformId))) return undefined;
  const [platform] = await ctx.db.rows<{ type: string }>(
    sql`select type from ${allPlatforms} p where id = ${String(platformId)}`,
  );
  return platform?.type;
};

/** Databases: some types need a database name. */
export const databaseBehaviour = (base: Behaviour<typeof asset>): Behaviour<typeof database> =>
  varyWrite<typeof asset, typeof database>(
    base,
    async ({ before, values, ctx }) => {
      const row = { ...before, ...values };
      const isChecked = !before || values.db_name !== undefined || values.platform !== undefined;
      const isEmpty = row.db_name === null || row.db_name === undefined || row.db_name === '';
      if (!isChecked || !isEmpty) return undefined;
      const type = await typeOf(row.platform, ctx);
      if (type && !optional.includes(type)) throw fieldError('db_name', 'required');
      return undefined;
    },
    {
      describe: async (meta, ctx, query) => {
        const type = await typeOf(query.get('platform'), ctx);
        const field = meta.db_name;
        if (!field || !type) return;
        field.required = !optional.includes(type);
        field.own = undefined;
      },
    },
  );
