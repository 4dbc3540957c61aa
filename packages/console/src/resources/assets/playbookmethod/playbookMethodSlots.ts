import { playbookMethodList } from '@gatehouse/contract/layouts/assets/playbookmethod.ts';
import type { playbookmethod } from '@gatehouse/contract/resources/assets/playbookmethod.ts';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';

/** Methods that administrators have written. */
export const playbookMethodSlots: ListSlots<typeof playbookmethod> = { mode: playbookMethodList };
