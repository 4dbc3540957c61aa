import { field } from '../resource/fields.ts';

/** Whether the last check reached an asset, or signed in as an account. */
export const connectivity = field.choice({
  choices: ['-', 'ok', 'err'],
  default: '-',
  readOnly: true,
  noDiff: true,
  filter: true,
});
