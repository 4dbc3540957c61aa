import type { ClientFrame } from '@gatehouse/contract/wire/gateway.ts';
import { z } from 'zod';

const size = { cols: z.number().int().min(1).max(10_000), rows: z.number().int().min(1).max(10_000) };
const counter = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const hello = { protocol: z.number().int(), client_id: z.string().min(8).max(64), ...size };

const schema: z.ZodType<ClientFrame> = z.union([
  z.object({
    type: z.literal('open'),
    ...hello,
    language: z
      .string()
      .regex(/^[\w-]{0,16}$/)
      .optional(),
  }),
  z.object({
    type: z.literal('resume'),
    ...hello,
    session_id: z.string().max(64),
    resume_token: z.string().max(128),
    received: counter.nullable(),
  }),
  z.object({ type: z.literal('resize'), ...size }),
  z.object({ type: z.literal('ack'), received: counter }),
  z.object({ type: z.literal('ping'), id: z.number() }),
  z.object({ type: z.literal('answer'), id: counter, answers: z.array(z.string().max(65_536)).max(16) }),
  z.object({ type: z.literal('answer'), id: counter, cancel: z.literal(true) }),
  z.object({ type: z.literal('close') }),
]);

/** A text frame from a browser; null when it is not part of the protocol. */
export const parseClientFrame = (text: string): ClientFrame | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
