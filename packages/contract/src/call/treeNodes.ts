import { z } from 'zod';
import type { TreeNode } from '../wire/page.ts';

/** The nodes of a tree as a flat list; each tree adds its own facts about a node. */
export const treeNodes: z.ZodType<TreeNode[]> = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    title: z.string(),
    pId: z.string(),
    isParent: z.boolean(),
    open: z.boolean(),
    iconSkin: z.string().optional(),
    chkDisabled: z.boolean().optional(),
    nocheck: z.boolean().optional(),
    checked: z.boolean().nullish(),
    halfCheck: z.boolean().optional(),
    meta: z.looseObject({ type: z.string(), data: z.record(z.string(), z.unknown()).optional() }),
  }),
);
