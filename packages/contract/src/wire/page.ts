/**
 * A page of a list requested with `limit` (protocol reference §6.2); without `limit` the answer is a bare
 * array.
 */
export type Page<Row> = { count: number; next: string | null; previous: string | null; results: Row[] };

/** A node of a flat tree answer, linked by `pId` (protocol reference §13). */
export type TreeNode = {
  id: string;
  name: string;
  title: string;
  pId: string;
  isParent: boolean;
  open: boolean;
  iconSkin?: string;
  chkDisabled?: boolean;
  nocheck?: boolean;
  checked?: boolean | null;
  halfCheck?: boolean;
  meta: { type: string; data?: Record<string, unknown>; [key: string]: unknown };
  [key: string]: unknown;
};
