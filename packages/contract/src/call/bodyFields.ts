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
