/**
 * A page of a list requested with `limit` (protocol reference §6.2); without `limit` the answer is a bare
 * array. A count beyond 10,000 may be an estimate, which then says so; `next` is null at the end of the list.
 */
export type Page<Row> = {
  count: number;
  count_is_estimate?: true | undefined;
  next: string | null;
  previous: string | null;
  results: Row[];
};

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
