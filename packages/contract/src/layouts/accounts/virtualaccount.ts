import type { ListModeOf } from '../../console/ListMode.ts';
import type { virtualaccount } from '../../resources/accounts/virtualaccount.ts';

/** Accounts that are no rows of an asset. */
export const virtualAccountList: ListModeOf<typeof virtualaccount> = { without: ['moreActions'] };
