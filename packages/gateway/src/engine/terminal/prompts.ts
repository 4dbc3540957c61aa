import type { Prompter } from '@gatehouse/component/engine/prompter.ts';
import { SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import type { ServerFrame } from '@gatehouse/contract/wire/gateway.ts';

/** Questions to the user of a window. */
export type Prompts = Prompter & {
  answer: (id: number, answers: string[] | null) => void;
  /** No answer will come any more. */
  cancelAll: () => void;
};

const PATIENCE_MS = 110_000;

/** Sends each question as a frame and waits for its answer. */
export const createPrompts = (send: (frame: ServerFrame) => void): Prompts => {
  const open = new Map<number, (answers: string[] | null) => void>();
  let lastId = 0;
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        const id = lastId;
        const timer = setTimeout(() => open.get(id)?.(null), PATIENCE_MS);
        open.set(id, (answers) => {
          clearTimeout(timer);
          open.delete(id);
          if (answers && answers.length === question.fields.length) return resolve(answers);
          send({ type: 'prompt_gone', id });
          reject(new SessionFailure('login_cancelled'));
        });
        send({ type: 'prompt', id, ...question });
      }),
    answer: (id, answers) => open.get(id)?.(answers),
    cancelAll: () => {
      for (const settle of [...open.values()]) settle(null);
    },
  };
};
