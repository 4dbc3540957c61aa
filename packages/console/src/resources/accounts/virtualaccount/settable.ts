import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { virtualaccount } from '@gatehouse/contract/resources/accounts/virtualaccount.ts';

/** Whether a virtual account has settings: only `@USER` can take its secret from the sign-in. */
export const isSettable = ({ alias }: RowOf<typeof virtualaccount>): boolean => alias === '@USER';
