import type { nodeActions } from '@gatehouse/contract/actions/assets.ts';
import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import type { node } from '@gatehouse/contract/resources/assets/node.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { onField } from '../../engine/fields/onField.ts';
import type { Row } from '../../engine/resource.ts';
import { addChild } from '../../engine/tree/grow.ts';
import { shareTree } from '../../engine/tree/locks.ts';
import { nodesWhere, type TreeNode } from '../../engine/tree/store.ts';
import { nodeName } from '../../resources/assets/node/nodeName.ts';
import { nodeStore } from '../../resources/assets/node/nodeStore.ts';

/** `New node 4` when 3 is the highest such number among the siblings. */
const presetName = async (parent: TreeNode, ctx: Context): Promise<string> => {
  const siblings = await nodesWhere(
    nodeStore,
    sql`n.org_id = ${parent.org_id} and n.parent_key = ${parent.key}`,
    ctx,
  );
  const [head = '', tail = ''] = ctx.t('inventory.new_node', { number: '\u0000' }).split('\u0000');
  const numbers = siblings
    .filter(({ value }) => value.startsWith(head) && value.endsWith(tail))
    .map(({ value }) => Number(value.slice(head.length, value.length - tail.length)))
    .filter(Number.isSafeInteger);
  return `${head}${Math.max(0, ...numbers) + 1}${tail}`;
};

const refuseTaken = async (id: string, ctx: Context): Promise<void> => {
  const taken = await nodesWhere(nodeStore, sql`n.id = ${id}`, ctx);
  if (taken.length) throw fieldError('id', 'unique');
};

/** Adds a child node; without a name it gets the next default one, ready to be renamed. */
export const createChild = async (
  parent: TreeNode,
  { id, value: name }: BodyOf<typeof nodeActions.shapes.createChild>,
  ctx: Context,
): Promise<Row<typeof node>> => {
  await shareTree(nodeStore, parent.org_id, ctx);
  const isNamed = name !== undefined && name !== null && name !== '';
  const value = isNamed ? await onField('value', () => nodeName(name)) : await presetName(parent, ctx);
  if (id) await refuseTaken(id, ctx);
  const made = await addChild(nodeStore, parent.id, value, ctx, id?.toLowerCase() || undefined);
  if (!made) throw fieldError('value', 'unique');
  return made;
};
