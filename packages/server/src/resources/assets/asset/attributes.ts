import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { type SQL, sql } from 'drizzle-orm';
import { linkRule, listOf } from '../../../engine/fields/ruleSql.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { anyOf, isUuid } from '../../../platform/database.ts';
import { allNodes } from '../node/relations.ts';

const below = (node: string): SQL => sql`t.id in (select l.asset from assets_asset_nodes l
  join ${allNodes} n on n.id = l.node join ${allNodes} top on n.path <@ top.path where top.id = ${node}::uuid)`;

/**
 * Asset attributes that selectors match differently from their columns: a node includes all nodes below it,
 * and the protocol `*` matches every asset.
 */
export const assetAttributes: NonNullable<Behaviour<typeof asset>['attributes']> = {
  nodes: ({ match, value }) => linkRule(listOf(value).filter(isUuid), match, below),
  protocols: ({ value }) =>
    listOf(value).includes('*')
      ? sql`true`
      : anyOf(listOf(value).map((name) => sql`t.protocols @> ${JSON.stringify([{ name }])}::jsonb`)),
};
