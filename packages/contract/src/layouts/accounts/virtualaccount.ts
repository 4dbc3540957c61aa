import type { ListModeOf } from '../../console/ListMode.ts';
import type { virtualaccount } from '../../resources/accounts/virtualaccount.ts';

/** Virtual accounts, which belong to no asset. */
export const virtualAccountList: ListModeOf<typeof virtualaccount> = { without: ['moreActions'] };
