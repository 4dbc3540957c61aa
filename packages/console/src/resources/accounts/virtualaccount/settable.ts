import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { virtualaccount } from '@gatehouse/contract/resources/accounts/virtualaccount.ts';

/**
 * Whether a virtual account has settings: only the one with the user's own name can get its secret from
 * elsewhere.
 */
export const isSettable = ({ alias }: RowOf<typeof virtualaccount>): boolean => alias.value === '@USER';
