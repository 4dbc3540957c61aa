import type { CallShape } from '@gatehouse/contract/call/defineCall.ts';
import type { FormSpec } from '@gatehouse/contract/call/defineForm.ts';
import type { Media } from '@gatehouse/contract/call/media.ts';
import { definitionOf } from './definitions.ts';
import { type Faults, isValues, partOf, wrong } from './faults.ts';
import { rowFaults } from './rowFaults.ts';

/** A schema of the contract's validator, which this package does not import itself. */
export type Schema = Exclude<NonNullable<CallShape['body']>, FormSpec | Media>;
type Issue = NonNullable<ReturnType<Schema['safeParse']>['error']>['issues'][number];
type Step = PropertyKey;

/** Ids of tests are short; any text may stand where the contract wants a UUID. */
const isAboutId = ({ message, code, ...more }: Issue): boolean =>
  message === 'invalid_uuid' ||
  (code === 'invalid_format' && 'format' in more && /^(uuid|guid)$/.test(`${more.format}`));

/** Where a value fails only because its ids are short; undefined if something else is wrong. */
const idPaths = (issues: readonly Issue[], base: readonly Step[] = []): Step[][] | undefined => {
  const paths: Step[][] = [];
  for (const issue of issues) {
    const at = [...base, ...issue.path];
    const inside =
      issue.code === 'invalid_union'
        ? issue.errors.map((option) => idPaths(option as Issue[], at)).find((found) => found?.length)
        : isAboutId(issue)
          ? [at]
          : undefined;
    if (!inside) return undefined;
    paths.push(...inside);
  }
  return paths;
};

const SAMPLE = '00000000-0000-4000-8000-000000000000';

const withIds = (value: unknown, paths: readonly Step[][]): unknown => {
  const copy = structuredClone({ value });
  for (const path of paths) {
    const steps = ['value', ...path];
    const last = steps.pop() as string;
    const holder = steps.reduce<unknown>((found, step) => (found as Record<Step, unknown>)[step], copy);
    if (typeof (holder as Record<Step, unknown>)[last] !== 'string') return value;
    (holder as Record<Step, unknown>)[last] = SAMPLE;
  }
  return copy.value;
};

/** The value with full ids in place of short ones, and how the schema reads it. */
const readAs = (schema: Schema, value: unknown) => {
  const first = schema.safeParse(value);
  const paths = first.success ? undefined : idPaths(first.error.issues);
  if (!paths?.length) return { value, read: first };
  const full = withIds(value, paths);
  return { value: full, read: schema.safeParse(full) };
};

const valueAt = (value: unknown, path: readonly Step[]): unknown =>
  path.reduce<unknown>((found, step) => (found as Record<Step, unknown> | undefined)?.[step], value);

const issueFaults = (issues: readonly Issue[], value: unknown, base: readonly Step[] = []): Faults =>
  issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    // Of several forms, the one that fits best says most.
    const [best] =
      issue.code === 'invalid_union'
        ? issue.errors
            .map((option) => issueFaults(option as Issue[], value, path))
            .toSorted((one, other) => one.length - other.length)
        : [];
    return best ?? wrong(path.map(String).join('.'), issue.message, valueAt(value, path));
  });

/** Parts that a schema has dropped, because it does not declare them. */
const foreignFaults = (value: unknown, read: unknown, at: string): Faults => {
  if (Array.isArray(value) && Array.isArray(read))
    return value.flatMap((item, index) => foreignFaults(item, read[index], partOf(at, index)));
  if (!isValues(value) || !isValues(read)) return [];
  return Object.keys(value).flatMap((name) =>
    name in read
      ? foreignFaults(value[name], read[name], partOf(at, name))
      : wrong(partOf(at, name), 'no such field', value[name]),
  );
};

/** The part of the validator's own description of a schema that is read here. */
type Def = {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  options?: Schema[];
  left?: Schema;
  right?: Schema;
  valueType?: Schema;
};

const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def;

const fewest = (found: readonly Faults[]): Faults =>
  found.toSorted((one, other) => one.length - other.length)[0] ?? [];

const insideOf = (schema: Schema, value: unknown, at: string): Faults => {
  const { shape, element, innerType, options, left, right, valueType } = defOf(schema);
  if (shape && isValues(value))
    return Object.entries(shape).flatMap(([name, part]) => rowsInside(part, value[name], partOf(at, name)));
  if (element && Array.isArray(value))
    return value.flatMap((item, index) => rowsInside(element, item, partOf(at, index)));
  if (valueType && isValues(value))
    return Object.entries(value).flatMap(([name, item]) => rowsInside(valueType, item, partOf(at, name)));
  if (options) {
    const fitting = options.filter((option) => readAs(option, value).read.success);
    return fewest(fitting.map((option) => rowsInside(option, value, at)));
  }
  if (left && right) return [...rowsInside(left, value, at), ...rowsInside(right, value, at)];
  return innerType ? rowsInside(innerType, value, at) : [];
};

/** What is wrong with the rows of resources inside an answer; the validator only compares their names. */
const rowsInside = (schema: Schema, value: unknown, at: string): Faults => {
  if (value === undefined || value === null) return [];
  const { resource, part } = (schema.meta() ?? {}) as { resource?: string; part?: true };
  const definition = resource === undefined ? undefined : definitionOf(resource);
  if (!definition) return insideOf(schema, value, at);
  if (!isValues(value)) return [];
  const also = Object.keys(value);
  return rowFaults(definition, value, at, { ...(part && { query: { fields: also.join(',') } }), also });
};

/** What is wrong with an answer. */
export const answerFaults = (schema: Schema, answer: unknown): Faults => {
  const { value, read } = readAs(schema, answer);
  if (!read.success) return issueFaults(read.error.issues, value);
  return [...foreignFaults(value, read.data, ''), ...rowsInside(schema, answer, '')];
};

/** Why a server would refuse a body or a query. */
export const requestFaults = (schema: Schema, sent: unknown): Faults => {
  const { value, read } = readAs(schema, sent);
  return read.success ? [] : issueFaults(read.error.issues, value);
};
