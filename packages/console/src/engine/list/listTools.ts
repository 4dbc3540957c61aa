import type { ListDeed, ListMode, ListTool } from '@gatehouse/contract/console/ListMode.ts';

type Slots = { mode?: ListMode };

/** Whether a list has a tool. */
export const hasTool = ({ mode }: Slots, tool: ListTool): boolean => !mode?.without?.includes(tool);

/** Whether the mode of a list lets be done what its tools offer; the user's permissions come on top. */
export const mayDo = ({ mode }: Slots, deed: ListDeed): boolean => !mode?.forbidden?.includes(deed);
