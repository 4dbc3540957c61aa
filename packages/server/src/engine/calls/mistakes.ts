import {
  type FieldErrors,
  type InputErrors,
  type Message,
  type MessageParams,
  ValidationError,
} from '@gatehouse/contract/errors.ts';
import { quoted } from '@gatehouse/contract/wire/sentText.ts';
import type { z } from 'zod';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const notOfType: Record<string, string> = {
  array: 'not_a_list',
  object: 'not_an_object',
  record: 'not_an_object',
  string: 'invalid_string',
  int: 'invalid_integer',
  number: 'invalid_number',
  boolean: 'invalid_boolean',
};
const tooBig: Record<string, string> = { string: 'max_length', array: 'max_items' };
const tooSmall: Record<string, string> = { string: 'min_length', array: 'empty_list' };

/** Message key for a mistake whose schema names none; the keys are those of the field kinds. */
const keyOfIssue = (issue: RawIssue): string => {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'required'
      : issue.input === null
        ? 'null'
        : (notOfType[issue.expected] ?? 'invalid');
  if (issue.code === 'invalid_value') return issue.input === undefined ? 'required' : 'invalid_choice';
  if (issue.code === 'too_big') return tooBig[issue.origin] ?? 'max_value';
  if (issue.code === 'too_small') return tooSmall[issue.origin] ?? 'min_value';
  return 'invalid';
};

const paramsOf = (issue: z.core.$ZodIssue): MessageParams => {
  if (issue.code === 'too_big') return { max: Number(issue.maximum) };
  if (issue.code === 'too_small') return { min: Number(issue.minimum) };
  return { value: quoted(issue.input), pk: quoted(issue.input) };
};

const messageOf = (issue: z.core.$ZodIssue): Message => ({ key: issue.message, params: paramsOf(issue) });

/** Puts a message at the place of the mistake; one about an entry of a plain list belongs to the list. */
const nested = (path: readonly PropertyKey[], message: Message): InputErrors => {
  const [step, ...rest] = path;
  if (step === undefined || (typeof step === 'number' && rest.length === 0)) return [message];
  const inner = nested(rest, message);
  if (typeof step !== 'number') return { [String(step)]: inner };
  return Array.from({ length: step + 1 }, (_, at) => (at === step ? (inner as FieldErrors) : {}));
};

/** The first mistake of each field. */
const eachField = (issues: readonly z.core.$ZodIssue[]): FieldErrors => {
  const found = new Map<string, InputErrors>();
  for (const issue of issues) {
    const [name, ...rest] = issue.path;
    if (name !== undefined && !found.has(String(name)))
      found.set(String(name), nested(rest, messageOf(issue)));
  }
  return Object.fromEntries(found) as FieldErrors;
};

/**
 * Validates input against a schema and reports the first mistake of each field; forms made of fields report all of them.
 */
export const checked = <S extends z.ZodType>(schema: S, input: unknown): z.output<S> => {
  const result = schema.safeParse(input, { error: keyOfIssue, reportInput: true });
  if (result.success) return result.data;
  const { issues } = result.error;
  const [issue] = issues;
  if (!issue) throw new ValidationError([{ key: 'invalid' }]);
  const [step] = issue.path;
  if (step === undefined) throw new ValidationError({ non_field_errors: [messageOf(issue)] });
  throw new ValidationError(
    typeof step === 'number' ? nested(issue.path, messageOf(issue)) : eachField(issues),
  );
};
