import type { FieldSpec } from '../resource/fields.ts';

type Fields = { readonly [name: string]: FieldSpec };

/**
 * How a form is read: `create` requires required fields and fills in defaults, `patch` reads only what is
 * sent.
 */
export type FormMode = 'create' | 'patch';

/** A body made of fields, validated, labelled and described like the fields of a resource. */
export type FormSpec<F extends Fields = Fields, Mode extends FormMode = FormMode> = {
  /** Prefix of its labels in the locale files: `app.name`. */
  app: string;
  name: string;
  fields: F;
  mode: Mode;
  /** Fields that OPTIONS mentions for clients of the protocol; the form neither shows nor reads them. */
  mentions?: Fields;
  /** Fields that count as null when a body lacks them. */
  nullWhenAbsent?: readonly string[];
};

/** Declares the body of a call as fields. */
export const defineForm = <const F extends Fields, const Mode extends FormMode>(
  form: FormSpec<F, Mode> & { nullWhenAbsent?: readonly (keyof F)[] },
): FormSpec<F, Mode> => form;
