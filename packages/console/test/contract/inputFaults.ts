import type { FieldKind, FieldOf, FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import { eachFault, type Faults, isValues, partOf, wrong } from './faults.ts';

type Check<F> = (value: unknown, field: F, at: string) => Faults;
type Fields = { readonly [name: string]: FieldSpec };
/** How a body is read: `create` and `replace` need what is required, `patch` reads only what is sent. */
export type InputMode = 'create' | 'replace' | 'patch';

const rawOf = (value: unknown): unknown => (isValues(value) && 'value' in value ? value.value : value);
const isWritten = (value: unknown) => typeof value === 'string' || typeof value === 'number';
const isReference = (value: unknown) =>
  isWritten(value) ||
  (isValues(value) && (isWritten(value.id) || isWritten(value.pk) || isWritten(value.name)));

const plain =
  (expected: string, isRight: (value: unknown) => boolean): Check<FieldSpec> =>
  (value, _field, at) =>
    isRight(value) ? [] : wrong(at, expected, value);

const number = plain(
  'a number',
  (value) => isWritten(value) && value !== '' && Number.isFinite(Number(value)),
);
const texts: Check<FieldSpec> = (value, field, at) =>
  typeof value === 'string' ? [] : eachFault(value, at, 'texts', (item, here) => written(item, field, here));
const written = plain('text', isWritten);
const oneOf = (choices: readonly unknown[]) => `one of ${choices.map(String).join(', ')}`;
const among = (value: unknown, choices: readonly unknown[], at: string): Faults =>
  choices.map(String).includes(String(rawOf(value))) ? [] : wrong(at, oneOf(choices), value);

const textFaults: Check<FieldOf<'text'>> = (value, { max, required }, at) => {
  if (!isWritten(value)) return wrong(at, 'text', value);
  if (required && String(value).trim() === '') return wrong(at, 'text that is not empty', value);
  return max !== undefined && String(value).length > max ? wrong(at, `at most ${max} characters`, value) : [];
};

const partsFaults = (value: unknown, { fields }: FieldOf<'nested'>, at: string): Faults =>
  isValues(value) ? bodyFaults(fields, value, 'create', at) : wrong(at, 'an object', value);

/** A kind without an entry is not judged, so that a new kind of field needs none. */
const kinds: { [K in FieldKind]?: Check<FieldOf<K>> } = {
  text: textFaults,
  integer: number,
  float: number,
  boolean: plain('true or false', (value) => typeof value === 'boolean'),
  datetime: plain('a date', (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))),
  choice: (value, { choices, numbers = [], open, bool }, at) =>
    open
      ? written(rawOf(value), { kind: 'text' }, at)
      : among(value, bool ? [true, false] : [...choices, ...numbers], at),
  choices: (value, { choices }, at) =>
    eachFault(value, at, 'choices', (item, here) => among(item, choices, here)),
  list: texts,
  json: () => [],
  uuid: written,
  ref: plain('a row or its id', isReference),
  refs: (value, _field, at) =>
    eachFault(value, at, 'rows', (item, here) =>
      isReference(item) ? [] : wrong(here, 'a row or its id', item),
    ),
  amount: () => [],
  labels: (value, field, at) =>
    eachFault(value, at, 'labels', (item, here) => plain('a label', isReference)(item, field, here)),
  secret: plain('text', (value) => typeof value === 'string'),
  phone: plain('a phone number', (value) => typeof value === 'string' || isValues(value)),
  bits: (value, { bits }, at) =>
    eachFault(value, at, 'choices', (item, here) => among(item, ['all', ...bits], here)),
  selector: plain(
    'a selector',
    (value) => isValues(value) && ['all', 'ids', 'attrs'].includes(String(value.type)),
  ),
  ipGroup: texts,
  timePeriod: plain('days of a week', Array.isArray),
  nested: (value, field, at) =>
    field.many
      ? eachFault(value, at, 'objects', (item, here) => partsFaults(item, field, here))
      : partsFaults(value, field, at),
  crontab: written,
  interval: number,
  computed: () => [],
};

/** Kinds that read empty text, or null, as "none". */
const emptyKinds: readonly FieldKind[] = ['ref', 'refs', 'uuid', 'secret', 'phone'];

const isNone = (value: unknown, field: FieldSpec): boolean => {
  if (value !== null && value !== '') return false;
  if (field.nullable || (field.writeOnly && !field.required)) return true;
  if (field.required) return false;
  if (field.kind === 'choice') return field.default !== undefined || field.choices.includes('');
  return emptyKinds.includes(field.kind) || (value === '' && field.kind === 'text');
};

const inputFaults = (value: unknown, field: FieldSpec, at: string): Faults => {
  if (isNone(value, field)) return [];
  const check = kinds[field.kind] as Check<FieldSpec> | undefined;
  return check?.(value, field, at) ?? [];
};

const isRequired = (field: FieldSpec, mode: InputMode): boolean =>
  mode !== 'patch' &&
  ((field.required === true && field.default === undefined) ||
    (mode === 'replace' && field.requiredToReplace === true));

/** What the server would refuse in a body made of fields. */
export const bodyFaults = (fields: Fields, body: unknown, mode: InputMode, at = ''): Faults => {
  if (!isValues(body)) return wrong(at, 'an object', body);
  return Object.entries(fields)
    .filter(([, field]) => !field.readOnly && !field.hidden && (mode === 'create' || !field.createOnly))
    .flatMap(([name, field]) => {
      const value = body[name];
      if (value !== undefined) return inputFaults(value, field, partOf(at, name));
      return isRequired(field, mode) ? wrong(partOf(at, name), 'a value', value) : [];
    });
};
