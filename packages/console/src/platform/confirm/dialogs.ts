import type { ReactNode } from 'react';
import { createStore } from '../store.ts';

/** A question to the user; its button repeats the verb. */
export type ConfirmQuestion = {
  title: string;
  body?: ReactNode;
  /** Names of the objects: up to five are listed, the others are counted. */
  names?: readonly string[];
  okText: string;
  cancelText?: string;
  /** Marks a destructive action. */
  danger?: boolean;
  /** Gives Cancel the focus, as for actions that affect several rows or dependent ones. */
  focusCancel?: boolean;
  /** Only the button answers it; it cannot be cancelled. */
  mandatory?: boolean;
};

/** A pending question. */
export type DialogRequest =
  | { id: number; kind: 'confirm'; question: ConfirmQuestion; settle: (yes: boolean) => void }
  | {
      id: number;
      kind: 'identity';
      level: string;
      /** What the confirmation is for, as a sentence. */
      purpose?: string | undefined;
      settle: (reached: string | undefined) => void;
    };

const OPENING_GAP_MS = 300;

/** Position of a level: a higher one also satisfies the lower ones. */
const worth = (level: string) => ['relogin', 'password', 'mfa'].indexOf(level);

/** Lets code outside of components ask the user. `DialogHost` shows the questions, the latest on top. */
export const createDialogs = (now: () => number = Date.now) => {
  const store = createStore<{ pending: DialogRequest[] }>({ pending: [] });
  let nextId = 1;
  let identityClosedAt = Number.NEGATIVE_INFINITY;
  let pendingLevel: { level: string; reached: Promise<string | undefined> } | undefined;

  const open = <A>(requestOf: (id: number, settle: (answer: A) => void) => DialogRequest) =>
    new Promise<A>((resolve) => {
      const id = nextId++;
      const settle = (answer: A) => {
        store.set({ pending: store.get().pending.filter((request) => request.id !== id) });
        resolve(answer);
      };
      store.set({ pending: [...store.get().pending, requestOf(id, settle)] });
    });

  const askIdentity = async (level: string, purpose: string | undefined) => {
    const wait = identityClosedAt + OPENING_GAP_MS - now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    return open<string | undefined>((id, settle) => ({ id, kind: 'identity', level, purpose, settle }));
  };

  return {
    store,
    /** Answers pending questions with no: those of one kind, or all. */
    withdraw: (kind?: DialogRequest['kind']) => {
      for (const request of store.get().pending) {
        if (kind !== undefined && request.kind !== kind) continue;
        if (request.kind === 'confirm') request.settle(false);
        else request.settle(undefined);
      }
    },
    confirm: (question: ConfirmQuestion) =>
      open<boolean>((id, settle) => ({ id, kind: 'confirm', question, settle })),
    /**
     * Requests that need the same or a lower level share one dialog. One that needs a higher level waits, and
     * then asks for it.
     */
    confirmIdentity: async (level: string, purpose?: string): Promise<boolean> => {
      while (pendingLevel) {
        const running = pendingLevel;
        const reached = await running.reached;
        if (worth(running.level) >= worth(level)) return reached !== undefined;
        if (reached !== undefined && worth(reached) >= worth(level)) return true;
      }
      const reached = askIdentity(level, purpose).finally(() => {
        pendingLevel = undefined;
        identityClosedAt = now();
      });
      pendingLevel = { level, reached };
      return (await reached) !== undefined;
    },
  };
};

/** Questions to the user. */
export type Dialogs = ReturnType<typeof createDialogs>;
