import { field } from './fields.ts';

/** Columns every resource may switch on; declared once, same meaning everywhere (protocol reference §7). */
export const standardFields = {
  created_by: field.text({ max: 128, readOnly: true, noDiff: true }),
  updated_by: field.text({ max: 128, readOnly: true, noDiff: true }),
  date_created: field.datetime({ readOnly: true, noDiff: true }),
  date_updated: field.datetime({ readOnly: true, nullable: true, noDiff: true }),
  comment: field.text({ multiline: true, size: 'small', search: undefined }),
};

/** Name of a standard field. */
export type StandardField = keyof typeof standardFields;
