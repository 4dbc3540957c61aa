import type { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { inOrganization } from '../../../engine/organizationScope.ts';
import type { Row } from '../../../engine/resource.ts';
import { type Database, isUuid, uuids } from '../../../platform/database.ts';

/** Account templates of the organization of the request, as they are stored. */
export const templatesHere = (ids: readonly string[], ctx: Context): Promise<Row<typeof accounttemplate>[]> =>
  ctx.db.rows<Row<typeof accounttemplate>>(
    sql`select t.* from accounts_accounttemplate t where t.id = any(${uuids(ids)}) and ${inOrganization(sql`t.org_id`, ctx)}`,
  );

/** A template that pushes its accounts, with the parameters of methods as they are stored. */
export type PushingTemplate = { id: string; org_id: string; push_params: object };

/** Those of these templates whose accounts are pushed as soon as they exist, with parameters of methods. */
export const pushingTemplates = (ids: readonly string[], db: Database): Promise<PushingTemplate[]> =>
  db.rows<PushingTemplate>(sql`select t.id::text as id, t.org_id::text as org_id,
      case when jsonb_typeof(t.push_params) = 'object' then t.push_params else '{}'::jsonb end as push_params
    from accounts_accounttemplate t where t.id = any(${uuids(ids.filter(isUuid))}) and t.auto_push`);
