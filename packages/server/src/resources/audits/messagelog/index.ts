import type { messagelog } from '@gatehouse/contract/resources/audits/messagelog.ts';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour } from '../../../engine/resource.ts';

/** What a stored message is called in the language of the caller. */
type SubjectOf = (text: unknown, type: string, ctx: Context) => string;

/** Deliveries of messages: in an organization those of its events. */
export const messageLogBehaviour = (deps: { subjectOf: SubjectOf }): Behaviour<typeof messagelog> => ({
  computed: {
    subject: (rows, ctx) => rows.map((row) => deps.subjectOf(row.text, row.message_type, ctx)),
  },
});
