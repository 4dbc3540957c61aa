import { z } from 'zod';

const by = z.object({ by: z.string() });
const change = by.extend({ ip: z.string() });
const ticket = by.extend({ id: z.uuid(), number: z.string(), title: z.string(), applicant: z.string() });

/**
 * Every message the product sends to users, with its parameters. Its text is `messages.<key>` (subject and
 * message); it goes to the users the sender names, as a site message and, where mail is set up, by mail.
 */
export const messages = {
  platform_kept: z.object({ count: z.int(), assets: z.string() }),
  password_reset: by,
  password_changed: change,
  public_key_removed: by,
  public_key_changed: change,
  mfa_reset: by,
  ticket_to_decide: ticket,
  ticket_level_passed: ticket,
  ticket_approved: ticket,
  ticket_rejected: ticket,
} as const satisfies Record<string, z.ZodObject>;

/** Key of a message. */
export type MessageKey = keyof typeof messages;

/** A message to send: its key and parameters. */
export type Message = { [K in MessageKey]: { key: K; params: z.infer<(typeof messages)[K]> } }[MessageKey];
