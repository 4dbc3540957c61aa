import type { FieldSpec } from '../resource/fields.ts';

type Fields = { readonly [name: string]: FieldSpec };

/** How a form is read: `create` insists on required fields and fills in defaults, `patch` reads what is sent. */
export type FormMode = 'create' | 'patch';

/** A body made of fields: checked, labelled and described like those of a resource. */
export type FormSpec<F extends Fields = Fields, Mode extends FormMode = FormMode> = {
  /** Where its labels stand in the locale files: `app.name`. */
  app: string;
  name: string;
  fields: F;
  mode: Mode;
};

/** Declares the body of a call by fields. */
export const defineForm = <const F extends Fields, const Mode extends FormMode>(
  form: FormSpec<F, Mode>,
): FormSpec<F, Mode> => form;
