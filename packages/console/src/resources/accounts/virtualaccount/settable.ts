import { type Row, rawOf } from '../../../engine/resource/row.ts';

/** Whether a virtual account has something to set: only for the like-named one a secret is taken from anywhere. */
export const isSettable = (row: Row): boolean => rawOf(row.alias) === '@USER';
