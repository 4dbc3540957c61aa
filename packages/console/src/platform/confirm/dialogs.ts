import type { ReactNode } from 'react';
import { createStore } from '../store.ts';

/** A question with a verb on its button. */
export type ConfirmQuestion = {
  title: string;
  body?: ReactNode;
  /** Up to five are listed, the rest is counted. */
  names?: readonly string[];
  okText: string;
  cancelText?: string;
  /** Something is destroyed. */
  danger?: boolean;
  /** Start on Cancel: several rows or dependants go. */
  focusCancel?: boolean;
  /** No way back but the button. */
  mandatory?: boolean;
};

/** A question waiting for an answer. */
export type DialogRequest =
  | { id: number; kind: 'confirm'; question: ConfirmQuestion; settle: (yes: boolean) => void }
  | { id: number; kind: 'identity'; level: string; settle: (reached: string | undefined) => void };

const OPENING_GAP_MS = 300;

/** What a proof is worth: a higher one stands for the lower ones. */
const worth = (level: string) => ['relogin', 'password', 'mfa'].indexOf(level);

/** Lets code without a screen ask a person something; `DialogHost` shows it, the last question on top. */
export const createDialogs = (now: () => number = Date.now) => {
  const store = createStore<{ pending: DialogRequest[] }>({ pending: [] });
  let nextId = 1;
  let identityClosedAt = Number.NEGATIVE_INFINITY;
  let asked: { level: string; reached: Promise<string | undefined> } | undefined;

  const open = <A>(requestOf: (id: number, settle: (answer: A) => void) => DialogRequest) =>
    new Promise<A>((resolve) => {
      const id = nextId++;
      const settle = (answer: A) => {
        store.set({ pending: store.get().pending.filter((one) => one.id !== id) });
        resolve(answer);
      };
      store.set({ pending: [...store.get().pending, requestOf(id, settle)] });
    });

  const askIdentity = async (level: string) => {
    const wait = identityClosedAt + OPENING_GAP_MS - now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    return open<string | undefined>((id, settle) => ({ id, kind: 'identity', level, settle }));
  };

  return {
    store,
    /** Answers with no what waits, of one kind or all of it. */
    withdraw: (kind?: DialogRequest['kind']) => {
      for (const one of store.get().pending) {
        if (kind !== undefined && one.kind !== kind) continue;
        if (one.kind === 'confirm') one.settle(false);
        else one.settle(undefined);
      }
    },
    confirm: (question: ConfirmQuestion) =>
      open<boolean>((id, settle) => ({ id, kind: 'confirm', question, settle })),
    /** Requests refused at once share one dialog; who needs a stronger proof waits for it, then asks for that. */
    confirmIdentity: async (level: string): Promise<boolean> => {
      while (asked) {
        const running = asked;
        const reached = await running.reached;
        if (worth(running.level) >= worth(level)) return reached !== undefined;
        if (reached !== undefined && worth(reached) >= worth(level)) return true;
      }
      const reached = askIdentity(level).finally(() => {
        asked = undefined;
        identityClosedAt = now();
      });
      asked = { level, reached };
      return (await reached) !== undefined;
    },
  };
};

/** Questions to a person. */
export type Dialogs = ReturnType<typeof createDialogs>;
