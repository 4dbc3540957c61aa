import { fieldError } from '@gatehouse/contract/errors.ts';
import type { node } from '@gatehouse/contract/resources/assets/node.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { onField } from '../../engine/fields/onField.ts';
import type { Row, Values } from '../../engine/resource.ts';
import { addChild } from '../../engine/tree/grow.ts';
import { shareTree } from '../../engine/tree/locks.ts';
import { nodesWhere, type TreeNode } from '../../engine/tree/store.ts';
import { isUuid } from '../../platform/database.ts';
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

const idFrom = async (value: unknown, ctx: Context): Promise<string | undefined> => {
  if (value === undefined || value === null || value === '') return undefined;
  if (!isUuid(value)) throw fieldError('id', 'invalid_uuid');
  const taken = await nodesWhere(nodeStore, sql`n.id = ${value}`, ctx);
  if (taken.length) throw fieldError('id', 'unique');
  return value.toLowerCase();
};

/** Adds a child node; without a name it gets the next default one, ready to be renamed. */
export const createChild = async (
  parent: TreeNode,
  body: unknown,
  ctx: Context,
): Promise<Row<typeof node>> => {
  const values = (typeof body === 'object' && body !== null ? body : {}) as Values;
  await shareTree(nodeStore, parent.org_id, ctx);
  const isNamed = values.value !== undefined && values.value !== null && values.value !== '';
  const value = isNamed
    ? await onField('value', () => nodeName(values.value))
    : await presetName(parent, ctx);
  const made = await addChild(nodeStore, parent.id, value, ctx, await idFrom(values.id, ctx));
  if (!made) throw fieldError('value', 'unique');
  return made;
};
