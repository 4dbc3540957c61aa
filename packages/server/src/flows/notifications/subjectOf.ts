import type { Context } from '../../engine/context.ts';
import { type MessageText, readMessage } from '../../resources/notifications/sitemessage/index.ts';

/** What a delivered message is called, in the language of the caller; a code has only the name of its type. */
export const subjectOf = (text: unknown, type: string, { t, language }: Context): string =>
  text ? readMessage(text as MessageText, t, language).subject : t(`messages.${type}.subject`);
