import type { PromptFrame } from '@gatehouse/contract/wire/gateway.ts';

/** A question to the user at the terminal. */
export type Question = Omit<PromptFrame, 'type' | 'id'>;

/** Asks the user at the terminal; rejects with a `SessionFailure` when no answer comes. */
export type Prompter = { ask: (question: Question) => Promise<string[]> };
