import { z } from 'zod';

/** A form of id that the database takes, RFC 4122 or not. */
export const uuid = z.guid('invalid_uuid');

/** A list of ids that may not be empty, with the messages of the product. */
export const someIds = (max: number) =>
  z.array(uuid, 'not_a_list').min(1, 'empty_list').max(max, 'max_items');

/** Text that must be there. */
export const neededText = z.string('required').min(1, 'required');

/** What some addresses answer when all went well. */
export const ok = z.literal('ok');

/** Words for a mistake where an address does not answer the usual error. */
export const refusal = z.object({ error: z.string() });

/** An object that the handler checks field by field, because the fields depend on more than the address. */
export const anyObject = z.unknown().meta({ type: 'object' }) as z.ZodType<
  unknown,
  { [name: string]: unknown }
>;

/** Text, or whatever is sent in its place, written out. */
export const written = z.coerce.string<string>();

/** Text where anything else counts as absent. */
export const optionalText = z.string().optional().catch(undefined);

/** A value and its label in the language of the request. */
export const labelled = z.object({ value: z.string(), label: z.string() });
