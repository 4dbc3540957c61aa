import type { Message } from '@gatehouse/contract/errors.ts';
import type { changesecretrecord } from '@gatehouse/contract/resources/accounts/changesecretrecord.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour } from '../../../engine/resource.ts';
import { containing, isUuid } from '../../../platform/database.ts';
import { allAssets } from '../../assets/asset/relations.ts';
import { allAccounts } from '../account/relations.ts';

/** The journal of changed secrets; its rows show no secret. */
export const changeSecretRecordBehaviour = (): Behaviour<typeof changesecretrecord> => ({
  filters: {
    asset_id: (value) => (isUuid(value) ? sql`t.asset = ${value}::uuid` : sql`false`),
    account_id: (value) => (isUuid(value) ? sql`t.account = ${value}::uuid` : sql`false`),
    execution_id: (value) => (isUuid(value) ? sql`t.execution = ${value}::uuid` : sql`false`),
    asset_name: (value) =>
      sql`t.asset in (select a.id from ${allAssets} a where a.org_id = t.org_id and a.name ilike ${containing(value)})`,
    account_username: (value) =>
      sql`t.account in (select c.id from ${allAccounts} c where c.org_id = t.org_id and c.username ilike ${containing(value)})`,
  },
  computed: {
    is_success: (rows) => rows.map(({ status }) => status === 'success'),
    error: (rows, ctx) =>
      rows.map(({ failure }) => {
        const { key, params } = (failure ?? {}) as Partial<Message>;
        return key === undefined ? '' : ctx.t(`errors.${key}`, params);
      }),
  },
});
