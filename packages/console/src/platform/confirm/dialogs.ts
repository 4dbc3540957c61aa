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

type Pending =
  | { id: number; kind: 'confirm'; question: ConfirmQuestion; settle: (yes: boolean) => void }
  | { id: number; kind: 'identity'; level: string; settle: (yes: boolean) => void };

/** Questions waiting for an answer, the last one on top. */
export type DialogRequest = Pending;

const OPENING_GAP_MS = 300;

/** Lets code without a screen ask a person something; `DialogHost` shows it. */
export const createDialogs = (now: () => number = Date.now) => {
  const store = createStore<{ pending: DialogRequest[] }>({ pending: [] });
  let nextId = 1;
  let identityClosedAt = Number.NEGATIVE_INFINITY;
  let identityOpen: Promise<boolean> | undefined;

  const open = (
    request: { kind: 'confirm'; question: ConfirmQuestion } | { kind: 'identity'; level: string },
  ) =>
    new Promise<boolean>((resolve) => {
      const id = nextId++;
      const settle = (yes: boolean) => {
        store.set({ pending: store.get().pending.filter((one) => one.id !== id) });
        resolve(yes);
      };
      store.set({ pending: [...store.get().pending, { ...request, id, settle }] });
    });

  const askIdentity = async (level: string) => {
    const wait = identityClosedAt + OPENING_GAP_MS - now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    return open({ kind: 'identity', level });
  };

  return {
    store,
    confirm: (question: ConfirmQuestion) => open({ kind: 'confirm', question }),
    /** Several requests refused at once share one dialog. */
    confirmIdentity: (level: string): Promise<boolean> => {
      identityOpen ??= askIdentity(level).finally(() => {
        identityOpen = undefined;
        identityClosedAt = now();
      });
      return identityOpen;
    },
  };
};

/** Questions to a person. */
export type Dialogs = ReturnType<typeof createDialogs>;
