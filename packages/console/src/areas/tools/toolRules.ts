import type { Translate } from '../../engine/fields/FieldUi.ts';
import type { ToolField } from './toolFields.ts';

const MOST_PORT = 65_535;

const isPort = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= MOST_PORT;

/** Whether a text is a port or a range of ports, such as `22` or `8000-8010`. */
export const isPorts = (text: string): boolean => {
  const [first = '', last = first, ...rest] = text.trim().split('-');
  return rest.length === 0 && isPort(first) && isPort(last) && Number(first) <= Number(last);
};

/** Rules of a field in a tool's form; the server checks the same. */
export const rulesOf = (field: ToolField, t: Translate) => {
  const required = {
    required: field.required === true || field.as === 'number',
    ...(field.as === 'text' && field.required && { whitespace: true }),
    message: t('required'),
  };
  if (field.as === 'number') {
    const { least, most } = field;
    return [
      required,
      { type: 'number' as const, min: least, max: most, message: t('bounds', { least, most }) },
    ];
  }
  if (field.as !== 'ports') return [required];
  const validator = async (_rule: unknown, value: readonly string[] = []) => {
    if (!value.every(isPorts)) throw new Error(t('ports', { most: MOST_PORT }));
  };
  return [required, { validator }];
};
