import type { ChatFrame } from '@gatehouse/contract/wire/chat.ts';

const types: readonly string[] = ['message', 'error', 'finish'] satisfies ChatFrame['type'][];

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Parses a frame; undefined for a pong, the greeting or an invalid frame. */
export const readFrame = (data: unknown): ChatFrame | undefined => {
  let read: unknown;
  try {
    read = JSON.parse(String(data));
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null) return undefined;
  const frame = read as Record<string, unknown>;
  if (!types.includes(textOf(frame.type))) return undefined;
  return {
    type: frame.type as ChatFrame['type'],
    id: textOf(frame.id),
    role: frame.role === 'user' ? 'user' : 'assistant',
    content: textOf(frame.content),
    create_time: textOf(frame.create_time),
    conversation_id: textOf(frame.conversation_id),
    ...(typeof frame.system_message === 'string' && { system_message: frame.system_message }),
  };
};
