import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { countRows } from '../../engine/operations/count.ts';
import { scopeOf } from '../../engine/query.ts';
import { allOf, uuids } from '../../platform/database.ts';
import { favorites } from './grantedAssets.ts';
import { assetsGranted, type Grants } from './grants.ts';
import type { GrantedNode } from './nodeTree.ts';
import type { Subject } from './subject.ts';

/** Nodes of the tree that are not rows: favourites, and individually granted assets kept out of the tree. */
export type SpecialKey = 'favorite' | 'ungrouped';

/** Whether a key is that of a special node. */
export const isSpecial = (key: string): key is SpecialKey => key === 'favorite' || key === 'ungrouped';

/** SQL condition: the asset `t` is on a special node. */
export const specialAssets = (key: SpecialKey, subject: Subject, grants: Grants): SQL =>
  key === 'favorite' ? favorites(subject) : sql`t.id = any(${uuids(grants.direct)})`;

/** The special nodes of a user with their counts. */
export const specialNodes = async (
  subject: Subject,
  grants: Grants,
  ungrouped: boolean,
  ctx: Context,
): Promise<GrantedNode[]> => {
  if (subject.kind === 'group') return [];
  const resource = ctx.engine.resource(asset);
  const keys: SpecialKey[] = ungrouped ? ['ungrouped', 'favorite'] : ['favorite'];
  const nodes: GrantedNode[] = [];
  for (const key of keys) {
    const where = allOf([
      await scopeOf(resource, ctx),
      assetsGranted(grants),
      specialAssets(key, subject, grants),
    ]);
    nodes.push({
      id: key,
      key,
      value: ctx.t(`access.tree.${key}`),
      parent_key: '',
      org_id: ctx.org.id,
      amount: await countRows(resource, where, ctx),
    });
  }
  return nodes;
};
