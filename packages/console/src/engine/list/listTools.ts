import type { ListDeed, ListMode, ListTool } from '@gatehouse/contract/console/ListMode.ts';

type Slots = { mode?: ListMode };

/** Whether a list has a tool. */
export const hasTool = ({ mode }: Slots, tool: ListTool): boolean => !mode?.without?.includes(tool);

/** Whether the list mode allows an operation; the user's permissions apply as well. */
export const mayDo = ({ mode }: Slots, deed: ListDeed): boolean => !mode?.forbidden?.includes(deed);

/** Whether filters of a list can be saved: where it can be searched, and not while rows are being picked. */
export const hasSavedFilters = ({ slots, isPicking }: { slots: Slots; isPicking: boolean }): boolean =>
  hasTool(slots, 'search') && !isPicking;
