import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { selectorValues } from '@gatehouse/policy/selector/compileSelector.ts';
import { type SQL, sql } from 'drizzle-orm';
import { asksForAny, linkRule } from '../../../engine/fields/ruleSql.ts';
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
  nodes: (rule) => linkRule(rule, isUuid, below),
  protocols: ({ match, value }) => {
    const names = selectorValues(value);
    if (!asksForAny(match)) return sql`false`;
    if (names.includes('*')) return sql`true`;
    return anyOf(names.map((name) => sql`t.protocols @> ${JSON.stringify([{ name }])}::jsonb`));
  },
};
