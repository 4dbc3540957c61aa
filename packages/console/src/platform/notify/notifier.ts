import { errorText, type Translate } from '../http/errorText.ts';
import { HttpError } from '../http/HttpError.ts';
import { createStore } from '../store.ts';

/** A notification. */
export type Toast = {
  id: number;
  kind: 'success' | 'error' | 'warning' | 'info' | 'progress';
  text: string;
  detail?: string;
  /** Time in ms until the notification closes by itself; absent if it stays until closed. */
  duration?: number;
  action?: { label: string; onClick: () => void };
  done?: number;
  total?: number;
  key?: string;
};

type Extra = Partial<Pick<Toast, 'text' | 'detail' | 'action' | 'duration' | 'key'>>;

const SUCCESS_MS = 3_000;
const ERROR_MS = 5_000;
const COPY_MS = 1_000;
const SHOWN = 3;

/**
 * Shows notifications at the top right: at most three at a time, except that a new one never displaces one
 * that shows progress.
 */
export const createNotifier = (t: Translate) => {
  const store = createStore<{ toasts: Toast[] }>({ toasts: [] });
  let nextId = 1;

  const push = (toast: Omit<Toast, 'id'>) => {
    const id = nextId++;
    const others = store.get().toasts.filter((shown) => !toast.key || shown.key !== toast.key);
    const lasting = others.filter((other) => other.kind === 'progress');
    const passing = others.filter((other) => other.kind !== 'progress');
    const room = Math.max(0, SHOWN - 1 - lasting.length);
    store.set({ toasts: [...lasting, ...(room ? passing.slice(-room) : []), { ...toast, id }] });
    return id;
  };
  const close = (id: number) => store.set({ toasts: store.get().toasts.filter((toast) => toast.id !== id) });

  /** Reports a failure, unless the user already knows about it. */
  const error = (failure: unknown, extra: Extra = {}) => {
    if (failure instanceof HttpError && failure.isKnown) return;
    const text = typeof failure === 'string' ? failure : errorText(failure, t);
    push({ kind: 'error', text, duration: ERROR_MS, ...extra });
  };

  return {
    store,
    close,
    success: (text: string, extra: Extra = {}) =>
      push({ kind: 'success', text, duration: SUCCESS_MS, ...extra }),
    /** Reports a failure: a text, or the error thrown. */
    error,
    /** Reports what failed, with the reason below. */
    failed: (what: string, failure: unknown) => error(failure, { text: what, detail: errorText(failure, t) }),
    warning: (text: string, extra: Extra = {}) =>
      push({ kind: 'warning', text, duration: ERROR_MS, ...extra }),
    info: (text: string, extra: Extra = {}) => push({ kind: 'info', text, duration: SUCCESS_MS, ...extra }),
    copied: () => push({ kind: 'success', text: t('copied', {}), duration: COPY_MS, key: 'copied' }),
    /**
     * A notification that stays during long work. Call it again with the same key to update it, and `finish`
     * at the end.
     */
    progress: (card: {
      key: string;
      text: string;
      done?: number;
      total?: number;
      action?: Toast['action'];
    }) => push({ kind: 'progress', ...card }),
    finish: (key: string) => store.set({ toasts: store.get().toasts.filter((toast) => toast.key !== key) }),
  };
};

/** Shows notifications. */
export type Notifier = ReturnType<typeof createNotifier>;
