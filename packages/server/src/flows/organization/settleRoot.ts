import type { Context } from '../../engine/context.ts';
import { ensureRoot, rootName } from '../../engine/tree/grow.ts';
import { ownTree } from '../../engine/tree/locks.ts';
import { renameNode } from '../../engine/tree/move.ts';
import { nodeStore } from '../../resources/assets/node/nodeStore.ts';

/** Ensures that an organization's asset tree has a root with the organization's name. */
export const settleRoot = async (org: { id: string; name: string }, ctx: Context): Promise<void> => {
  const root = await ensureRoot(nodeStore, org, ctx);
  if (root.value === rootName(org.name)) return;
  await ownTree(nodeStore, org.id, ctx);
  await renameNode(nodeStore, root, rootName(org.name), ctx);
};
