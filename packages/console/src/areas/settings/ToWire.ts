import type { Values } from '../../engine/form/FormItem.ts';

/** Converts a panel's values into the form in which they are sent. */
export type ToWire = (values: Values) => Promise<Values>;
