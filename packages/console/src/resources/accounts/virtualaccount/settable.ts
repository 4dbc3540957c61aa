import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { virtualaccount } from '@gatehouse/contract/resources/accounts/virtualaccount.ts';

/** Whether a virtual account has something to set: only for the like-named one a secret is taken from anywhere. */
export const isSettable = ({ alias }: RowOf<typeof virtualaccount>): boolean => alias.value === '@USER';
