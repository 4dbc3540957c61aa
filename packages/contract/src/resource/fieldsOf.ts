import type { Definitions } from '../resources/all.ts';
import type { FieldSpec } from './fields.ts';
import type { StandardField, standardFields } from './standardFields.ts';

type Fields = { readonly [name: string]: FieldSpec };
type Variant = { variantOf: keyof Definitions };

type StandardFieldsOf<D> = D extends { standard: readonly (infer S extends StandardField)[] }
  ? Pick<typeof standardFields, S>
  : unknown;

type Over<Base, Own> = Omit<Base, keyof Own> & Own;

/** The definition whose table holds the rows: the base of a variant, else the definition itself. */
export type BaseOf<D> = D extends Variant ? BaseOf<Definitions[D['variantOf']]> : D;

/** Every field of a resource: a variant adds its own to those of its base; standard fields follow. */
export type FieldsOf<D> = D extends Variant & { fields: infer Own extends Fields }
  ? Over<FieldsOf<Definitions[D['variantOf']]>, Own>
  : D extends { fields: infer Own extends Fields }
    ? Own & StandardFieldsOf<D>
    : never;

type VariantKeys<Key> = {
  [K in keyof Definitions]: Definitions[K] extends { variantOf: Key } ? K : never;
}[keyof Definitions];

type Merged<U> = (U extends unknown ? (fields: U) => void : never) extends (fields: infer All) => void
  ? All
  : never;

/** Fields that only variants of a table declare; null in its other rows. */
export type VariantFieldsOf<D> = [VariantKeys<KeyOf<D>>] extends [never]
  ? unknown
  : Merged<{ [K in VariantKeys<KeyOf<D>>]: Definitions[K]['fields'] }[VariantKeys<KeyOf<D>>]>;

/** `app.name` of a definition as a literal. */
export type KeyOf<D> = D extends { app: infer App extends string; name: infer Name extends string }
  ? `${App}.${Name}`
  : never;
