import type { virtualaccount } from '@gatehouse/contract/resources/accounts/virtualaccount.ts';
import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';

/** The page of a virtual account, under its name in the user's language. */
export const virtualAccountDetail: DetailSlots<typeof virtualaccount> = { title: ({ name }) => name ?? '' };
