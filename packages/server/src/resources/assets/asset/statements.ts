import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { sql } from 'drizzle-orm';
import type { Row } from '../../../engine/resource.ts';
import { type Database, isUuid, uuids } from '../../../platform/database.ts';
import { allAssetNodes } from './relations.ts';

/**
 * Locks an asset until the transaction ends; returns its organization, or undefined when no asset has this
 * id.
 */
export const lockAsset = async (id: string, db: Database): Promise<string | undefined> => {
  if (!isUuid(id)) return undefined;
  const [found] = await db.rows<{ org_id: string }>(
    sql`select org_id::text as org_id from assets_asset where id = ${id} for update`,
  );
  return found?.org_id;
};

/**
 * Locks assets until the transaction ends, in the order of their ids; new references to them are still
 * possible.
 */
export const lockAssets = (ids: readonly string[], db: Database): Promise<Row<typeof asset>[]> =>
  db.rows<Row<typeof asset>>(
    sql`select t.* from assets_asset t where t.id = any(${uuids(ids)}) order by t.id for no key update`,
  );

/** Adds assets to a node. */
export const linkToNode = async (ids: readonly string[], node: string, db: Database): Promise<void> => {
  await db.rows(sql`insert into assets_asset_nodes (asset, node)
    select a, ${node}::uuid from unnest(${uuids(ids)}) as a on conflict do nothing`);
};

/** Adds those of the assets that are on no node to this one. */
export const linkStrayToNode = async (ids: readonly string[], node: string, db: Database): Promise<void> => {
  await db.rows(sql`insert into assets_asset_nodes (asset, node)
    select a, ${node}::uuid from unnest(${uuids(ids)}) as a
    where not exists (select from ${allAssetNodes} l where l.asset = a) on conflict do nothing`);
};

/** Removes assets from a node. */
export const unlinkFromNode = async (ids: readonly string[], node: string, db: Database): Promise<void> => {
  await db.rows(sql`delete from assets_asset_nodes where node = ${node} and asset = any(${uuids(ids)})`);
};

/** Removes assets from every node except one. */
export const unlinkFromOthers = async (ids: readonly string[], node: string, db: Database): Promise<void> => {
  await db.rows(sql`delete from assets_asset_nodes where asset = any(${uuids(ids)}) and node <> ${node}`);
};

/** Records when assets were last tested, and with what result. */
export const noteTested = async (
  found: readonly { id: string; connectivity: string }[],
  at: Date,
  db: Database,
): Promise<void> => {
  await db.rows(sql`update assets_asset t set date_verified = ${at.toISOString()}, connectivity = f.connectivity
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(id uuid, connectivity text) where t.id = f.id`);
};

/** Stores what was read of machines; it replaces what was known before. */
export const noteFacts = async (
  found: readonly { id: string; facts: Record<string, string> }[],
  db: Database,
): Promise<void> => {
  await db.rows(sql`update assets_asset t set gathered_info = f.facts
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(id uuid, facts jsonb) where t.id = f.id`);
};

/** Where assets get secrets although they do not prove their identity. */
export const confirmedPlaces = async (
  ids: readonly string[],
  db: Database,
): Promise<Map<string, string | null>> => {
  const rows = await db.rows<{ id: string; confirmed_place: string | null }>(
    sql`select t.id::text as id, t.confirmed_place from assets_asset t where t.id = any(${uuids(ids)})`,
  );
  return new Map(rows.map((row) => [row.id, row.confirmed_place]));
};

/** Remembers where assets get secrets; each has one such place. */
export const confirmPlaces = async (
  found: readonly { id: string; place: string }[],
  db: Database,
): Promise<void> => {
  await db.rows(sql`update assets_asset t set confirmed_place = f.place
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(id uuid, place text) where t.id = f.id`);
};
