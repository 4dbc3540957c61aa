import type { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { inOrganization } from '../../../engine/organizationScope.ts';
import type { Row } from '../../../engine/resource.ts';
import { uuids } from '../../../platform/database.ts';

/** Account templates of the organization of the request, as they are stored. */
export const templatesHere = (ids: readonly string[], ctx: Context): Promise<Row<typeof accounttemplate>[]> =>
  ctx.db.rows<Row<typeof accounttemplate>>(
    sql`select t.* from accounts_accounttemplate t where t.id = any(${uuids(ids)}) and ${inOrganization(sql`t.org_id`, ctx)}`,
  );
