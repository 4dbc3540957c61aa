import type { Context } from '../../engine/context.ts';
import { type MessageText, readMessage } from '../../resources/notifications/sitemessage/index.ts';

/** A message as its delivery keeps it: by key, it may have left with a subject of its own. */
type Kept = MessageText & { subject?: string };

/**
 * What a delivered message is called: by its own subject, or in the language of the caller; a code has only the name
 * of its type.
 */
export const subjectOf = (text: unknown, type: string, { t, language }: Context): string => {
  if (!text) return t(`messages.${type}.subject`);
  const kept = text as Kept;
  return kept.subject ?? readMessage(kept, t, language).subject;
};
