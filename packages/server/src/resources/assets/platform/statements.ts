import type { BuiltinPlatform } from '@gatehouse/contract/assets/platforms.ts';
import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { sql } from 'drizzle-orm';
import type { Row } from '../../../engine/resource.ts';
import type { Database } from '../../../platform/database.ts';

const ofIds = (ids: readonly string[]) => {
  const numbers = ids.filter((id) => /^\d{1,15}$/.test(id));
  return sql`p.id = any(${`{${numbers.join(',')}}`}::bigint[])`;
};

/** Platforms as they are stored. */
export const storedPlatforms = (ids: readonly string[], db: Database): Promise<Row<typeof platform>[]> =>
  db.rows<Row<typeof platform>>(sql`select p.* from assets_platform p where ${ofIds(ids)}`);

/** What fields of an asset show of its platform. */
export type PlatformFacts = Pick<
  Row<typeof platform>,
  'id' | 'name' | 'su_enabled' | 'domain_enabled' | 'automation'
>;

/** What assets show of their platforms. */
export const factsOfPlatforms = (ids: readonly string[], db: Database): Promise<PlatformFacts[]> =>
  db.rows<PlatformFacts>(
    sql`select p.id, p.name, p.su_enabled, p.domain_enabled, p.automation from assets_platform p where ${ofIds(ids)}`,
  );

/**
 * Adds those of the built-in platforms that are missing, in their order. The automations of those that are there follow
 * the catalogue, since no user can change them; all else stays as it is.
 */
export const addMissingPlatforms = async (
  platforms: readonly BuiltinPlatform[],
  db: Database,
): Promise<void> => {
  const rows = platforms.map((platform, place) => ({
    ...platform,
    place,
    protocols: platform.protocols.map((protocol, index) => ({ id: index + 1, ...protocol })),
  }));
  await db.rows(sql`with builtin as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p(place int, name text, category text, type text, protocols jsonb, su_method text, automation jsonb, domain_enabled boolean, su_enabled boolean)),
    followed as (update assets_platform known set automation = known.automation || p.automation from builtin p
      where known.name = p.name and known.internal and not known.automation @> p.automation)
    insert into assets_platform (name, category, type, charset, protocols, su_method, automation, custom_fields, internal,
      domain_enabled, su_enabled, created_by, updated_by, date_created, date_updated, comment)
    select p.name, p.category, p.type, 'utf-8', p.protocols, p.su_method, p.automation, '[]'::jsonb, true, p.domain_enabled, p.su_enabled, 'System', 'System', now(), now(), ''
    from builtin p where not exists (select 1 from assets_platform known where known.name = p.name) order by p.place`);
};
