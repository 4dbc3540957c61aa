import { z } from 'zod';
import { sentText } from '../wire/sentText.ts';

/** A UUID in its usual notation, of any version and variant, as PostgreSQL accepts it. */
export const uuid = z.guid('invalid_uuid');

/** A list of 1 to `max` ids. */
export const someIds = (max: number) =>
  z.array(uuid, 'not_a_list').min(1, 'empty_list').max(max, 'max_items');

/** Required, non-empty text. */
export const neededText = z.string('required').min(1, 'required');

/** Plain success answer of some addresses. */
export const ok = z.literal('ok');

/** Error body of addresses that do not answer with the usual one. */
export const refusal = z.object({ error: z.string() });

/**
 * An object that the handler validates field by field, because its fields depend on more than the address.
 */
export const anyObject = z.unknown().meta({ type: 'object' }) as z.ZodType<
  unknown,
  { [name: string]: unknown }
>;

/** Text; any other value is converted to text. */
export const written = z.coerce.string<string>();

const idType = { type: ['string', 'number'] as ('string' | 'number')[] };
const sentId = z.unknown().meta(idType);
const idText = (value: unknown): string => sentText(value ?? '');

/** An id as text: a number or another value becomes text; null or an absent value becomes empty text. */
export const writtenId = sentId.optional().transform(idText) as unknown as z.ZodType<
  string,
  string | undefined
>;

/** The same where it may not be absent. */
export const neededId = sentId.transform(idText).pipe(z.string().min(1, 'required')) as unknown as z.ZodType<
  string,
  string
>;

/** Text where anything else counts as absent. */
export const optionalText = z.string().optional().catch(undefined);

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

const idIn = (value: unknown): string => {
  const { id, pk } = Object(value) as { id?: unknown; pk?: unknown };
  return String([value, id, pk].find(isId) ?? '').trim();
};

const idUnder = (name: string) => ({ type: 'object', properties: { [name]: idType }, required: [name] });

type Referred = string | number | { id: string | number } | { pk: string | number };

/**
 * A row named by its id, or by an object with `id` or `pk`; read as the id, or as empty text if there is
 * none. Not a union, which would record every failed alternative: that takes seconds for a list of a million.
 */
export const reference = z
  .unknown()
  .transform(idIn)
  .meta({ anyOf: [idType, idUnder('id'), idUnder('pk')] })
  .catch('') as unknown as z.ZodType<string, Referred>;

/** At most 10,000 rows named by their ids; none if the list is absent. */
export const manyReferences = z.array(reference, 'not_a_list').max(10_000, 'max_items').default([]);

/** Rows named by their ids; anything but a list counts as absent. */
export const anyReferences = z.array(reference).optional().catch(undefined);

type Related = string | number | { id: string } | { pk: string } | { name: string };

/** Rows that the handler reads with the rules of a relation, which also accept them by name. */
export const relatedRows = z
  .unknown()
  .refine((rows) => rows !== undefined, 'required')
  .meta({ type: 'array' }) as z.ZodType<unknown, readonly Related[]>;

/** One of the values, or an object with it as `value`, the form in which answers contain choices. */
export const choiceOf = <const Values extends readonly string[]>(values: Values) =>
  z.union(
    [z.enum(values), z.object({ value: z.enum(values) }).transform(({ value }) => value)],
    'invalid_choice',
  );

/** A row named as in `reference`; none if the value is left out, null or empty text. */
export const optionalReference = z.union([z.literal('').transform(() => null), reference]).nullish();

/** A value and its label in the language of the request. */
export const labelled = z.object({ value: z.string(), label: z.string() });
