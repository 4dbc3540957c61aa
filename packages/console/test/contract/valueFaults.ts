import type { FieldKind, FieldOf, FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import { definitionOf, fieldsOf } from './definitions.ts';
import { eachFault, type Faults, isValues, partOf, wrong } from './faults.ts';

type Check<F> = (value: unknown, field: F, at: string) => Faults;

const plain =
  (expected: string, isRight: (value: unknown) => boolean): Check<unknown> =>
  (value, _field, at) =>
    isRight(value) ? [] : wrong(at, expected, value);

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isId = (value: unknown) => isText(value) || isNumber(value);
const text = plain('text', isText);
const number = plain('a number', isNumber);
const flag = plain('true or false', (value) => typeof value === 'boolean');
const anything = () => [];
const texts: Check<unknown> = (value, _field, at) =>
  eachFault(value, at, 'texts', (item, here) => text(item, undefined, here));

/** Whether an object has exactly these parts. */
const exactly = (value: unknown, names: readonly string[], at: string): Faults => {
  if (!isValues(value)) return wrong(at, `an object with ${names.join(', ')}`, value);
  const missing = names.filter((name) => !(name in value));
  const foreign = Object.keys(value).filter((name) => !names.includes(name));
  return [
    ...missing.flatMap((name) => wrong(partOf(at, name), 'a value', value[name])),
    ...foreign.flatMap((name) => wrong(partOf(at, name), 'no such field', value[name])),
  ];
};

const labelled =
  (isRight: (value: unknown) => boolean, expected: string) =>
  (value: unknown, at: string): Faults => {
    const shape = exactly(value, ['value', 'label'], at);
    if (shape.length > 0 || !isValues(value)) return shape;
    return [
      ...(isRight(value.value) ? [] : wrong(partOf(at, 'value'), expected, value.value)),
      ...text(value.label, undefined, partOf(at, 'label')),
    ];
  };

const oneOf = (choices: readonly unknown[]) => `one of ${choices.map(String).join(', ')}`;

const choiceFaults: Check<FieldOf<'choice'>> = (value, field, at) => {
  const choices: readonly unknown[] =
    field.numbers ?? (field.bool ? field.choices.map((choice) => choice === 'true') : field.choices);
  const isRight = (chosen: unknown) => choices.includes(chosen) || (field.open === true && isText(chosen));
  if (!field.plain) return labelled(isRight, oneOf(choices))(value, at);
  return isRight(value) ? [] : wrong(at, oneOf(choices), value);
};

type Related = { to: string; attrs?: readonly string[] };

/** A related row has its id and the attributes that its field names, which the other resource types. */
const relatedFaults = (value: unknown, { to, attrs }: Related, at: string): Faults => {
  const target = definitionOf(to);
  if (!target) return isValues(value) && isId(value.id) ? [] : wrong(at, 'an object with an id', value);
  const fields = fieldsOf(target);
  const isSent = (name: string) => name === 'display_name' || (name in fields && !fields[name]?.hidden);
  const names = (attrs ?? [target.label]).filter((name) => name !== 'id' && isSent(name));
  const shape = exactly(value, ['id', ...names], at);
  if (shape.length > 0 || !isValues(value)) return shape;
  return [
    ...(isId(value.id) ? [] : wrong(partOf(at, 'id'), 'an id', value.id)),
    ...names.flatMap((name) => {
      const field = fields[name];
      return field ? valueFaults(value[name], field, partOf(at, name)) : [];
    }),
  ];
};

const nestedFaults = (value: unknown, field: FieldOf<'nested'>, at: string): Faults => {
  const parts = Object.entries(field.fields).filter(([, part]) => !part.writeOnly);
  if (!isValues(value)) return wrong(at, 'an object', value);
  const shape = field.open
    ? []
    : exactly(
        value,
        parts.map(([name]) => name),
        at,
      );
  const known = parts.filter(([name]) => name in value);
  return [...shape, ...known.flatMap(([name, part]) => valueFaults(value[name], part, partOf(at, name)))];
};

const isNullOr = (isRight: (value: unknown) => boolean) => (value: unknown) =>
  value === null || isRight(value);

/** What the server computes is known by the type that OPTIONS tells; its parts are known to the compiler only. */
const computed: { [As in FieldOf<'computed'>['as']]: Check<unknown> } = {
  string: plain('text', isNullOr(isText)),
  integer: plain('a number', isNullOr(isNumber)),
  boolean: flag,
  datetime: plain('a date', isNullOr(isText)),
  labeled_choice: (value, _field, at) =>
    value === null ? [] : labelled((chosen) => isId(chosen), 'a value')(value, at),
  object_related_field: plain('a row', isNullOr(isValues)),
  m2m_related_field: (value, _field, at) =>
    eachFault(value, at, 'rows', (item, here) => (isValues(item) ? [] : wrong(here, 'a row', item))),
  list: (value, _field, at) => eachFault(value, at, 'values', () => []),
  field: anything,
  json: anything,
};

/** A kind without an entry is not judged, so that a new kind of field needs none. */
const kinds: { [K in FieldKind]?: Check<FieldOf<K>> } = {
  text,
  integer: number,
  float: number,
  boolean: flag,
  datetime: text,
  choice: choiceFaults,
  choices: (value, { choices }, at) =>
    eachFault(
      value,
      at,
      'choices',
      labelled((chosen) => choices.includes(String(chosen)), oneOf(choices)),
    ),
  list: texts,
  json: anything,
  uuid: text,
  ref: (value, field, at) =>
    field.plain ? plain('an id', isId)(value, field, at) : relatedFaults(value, field, at),
  refs: (value, field, at) =>
    eachFault(value, at, 'related rows', (item, here) => relatedFaults(item, field, here)),
  amount: number,
  labels: texts,
  secret: plain('no secret', () => false),
  phone: (value, _field, at) => (value === null ? [] : exactly(value, ['code', 'phone'], at)),
  bits: (value, { bits }, at) =>
    eachFault(
      value,
      at,
      'choices',
      labelled((chosen) => bits.includes(String(chosen)), oneOf(bits)),
    ),
  selector: plain('a selector', (value) => isValues(value) && isText(value.type)),
  ipGroup: texts,
  timePeriod: plain('days of a week', Array.isArray),
  nested: (value, field, at) =>
    field.many
      ? eachFault(value, at, 'objects', (item, here) => nestedFaults(item, field, here))
      : nestedFaults(value, field, at),
  crontab: text,
  interval: number,
  computed: (value, field, at) => computed[field.as](value, field, at),
};

/** What is wrong with the value of a field in an answer. */
export const valueFaults = (value: unknown, field: FieldSpec, at: string): Faults => {
  if (value === null && field.nullable) return [];
  const check = kinds[field.kind] as Check<FieldSpec> | undefined;
  return check?.(value, field, at) ?? [];
};
