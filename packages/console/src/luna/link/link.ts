import { type LinkDeps, type LinkPlace, makeConversation } from './conversation.ts';
import { freshState, type LinkState } from './linkState.ts';
import type { LinkPurpose } from './wire.ts';

/** A terminal connection: opens, keeps, resumes and ends it. */
export type Link = {
  getState(): LinkState;
  start(cols: number, rows: number): void;
  input(bytes: Uint8Array): void;
  resize(cols: number, rows: number): void;
  /** Answers a question asked while connecting; null cancels connecting. */
  answer(id: number, answers: string[] | null): void;
  dismiss(notice: number): void;
  /**
   * Retries at once: the network is back, the user does not want to wait, or takes the session back from
   * another window.
   */
  retry(): void;
  /** The browser says that it is offline: the connection counts as quiet until data arrives. */
  doubt(): void;
  /** Ends the session. */
  close(): void;
  /** Closes the connection without ending the session. */
  release(): void;
};

/** Whether a connection waits for the other side, so that connecting again may help. */
export const isStalled = ({ phase, isQuiet }: LinkState): boolean =>
  phase === 'lost' || phase === 'detached' || (phase === 'live' && isQuiet);

/** A link for `first`, not yet started. */
export const makeLink = (first: LinkPurpose, deps: LinkDeps): Link => {
  const at: LinkPlace = { state: freshState, size: { cols: 80, rows: 24 }, purpose: first };
  const { set, wire, input, end, leave } = makeConversation(at, deps);

  return {
    getState: () => at.state,
    start: (cols, rows) => {
      at.size = { cols, rows };
      if (at.purpose.kind === 'resume') set({ phase: 'lost' });
      wire.connect(at.purpose);
    },
    input: (bytes) => {
      if (at.state.phase !== 'live' || at.purpose.kind === 'monitor') return;
      input.push(bytes);
    },
    resize: (cols, rows) => {
      if (at.size.cols === cols && at.size.rows === rows) return;
      at.size = { cols, rows };
      if (at.state.phase === 'live' && at.purpose.kind !== 'monitor')
        wire.say({ type: 'resize', cols, rows });
    },
    answer: (id, answers) => {
      wire.say(answers ? { type: 'answer', id, answers } : { type: 'answer', id, cancel: true });
      set({ prompt: null });
    },
    dismiss: (id) => set({ notices: at.state.notices.filter((notice) => notice.id !== id) }),
    retry: () => {
      if (!isStalled(at.state)) return;
      wire.retry.reset();
      set({ phase: 'lost' });
      wire.connect(at.purpose);
    },
    doubt: () => {
      if (at.state.phase === 'live') wire.doubt();
    },
    close: () => {
      if (at.state.phase === 'ended') return;
      wire.say({ type: 'close' });
      end('user_close', 'gateway:closed.user_close');
    },
    release: leave,
  };
};
