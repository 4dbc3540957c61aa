import type { FieldSpec } from '../resource/fields.ts';

/** A body made of fields: checked, labelled and described like those of a resource. */
export type FormSpec<
  F extends { readonly [name: string]: FieldSpec } = { readonly [name: string]: FieldSpec },
> = {
  /** Where its labels stand in the locale files: `app.name`. */
  app: string;
  name: string;
  fields: F;
  /** `patch` reads only the fields that are sent; `create` fills in defaults and insists on required ones. */
  mode: 'create' | 'patch';
};

/** Declares the body of a call by fields. */
export const defineForm = <const F extends { readonly [name: string]: FieldSpec }>(
  form: FormSpec<F>,
): FormSpec<F> => form;
