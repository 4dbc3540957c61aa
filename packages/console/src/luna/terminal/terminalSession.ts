import type { FitAddon } from '@xterm/addon-fit';
import type { IDisposable, Terminal } from '@xterm/xterm';
import { createStore, type Store } from '../../platform/store.ts';
import { browserAfter } from '../link/clock.ts';
import { type Link, makeLink } from '../link/link.ts';
import { freshState, type LinkState } from '../link/linkState.ts';
import type { LinkPurpose, ResumeTicket, WireDeps } from '../link/wire.ts';
import type { PreferenceStore } from '../preferences/preferenceStore.ts';
import { withCtrl } from './heldKey.ts';
import { applyOptions, drawFast, makeTerminal, optionsOf } from './makeTerminal.ts';

/** What is shown about a terminal, besides its screen. */
export type TerminalView = {
  link: LinkState;
  cols: number;
  rows: number;
  title: string;
  /** Whether the next key counts as pressed together with Ctrl. */
  isCtrlHeld: boolean;
  /** When the session ended, in milliseconds since the epoch. */
  endedAt: number | null;
};

type Deps = {
  openSocket: WireDeps['openSocket'];
  preferences: PreferenceStore;
  clientId: string;
  language: string;
  remember: (ticket: ResumeTicket | null) => void;
  /** Text of the first line of a new session. */
  banner: (state: LinkState) => string;
  isWatching?: boolean;
  /** Draws with the GPU until the returned function is called. */
  draws?: typeof drawFast;
};

/** Resets the modes that the last program set, but keeps the scrollback. */
const SOFT_RESET = '\x1b[?1000;1002;1003;1006;2004;1004l\x1b[!p\x1b[0m\r\n';
const LEAVE_FULL_SCREEN = '\x1b[?1049l';

/** A link that draws on the terminal and reports its state. */
const linkTo = (purpose: LinkPurpose, terminal: Terminal, store: Store<TerminalView>, deps: Deps): Link =>
  makeLink(purpose, {
    openSocket: deps.openSocket,
    screen: { write: (bytes, done) => terminal.write(bytes, done), reset: () => terminal.reset() },
    now: () => performance.now(),
    after: browserAfter,
    clientId: deps.clientId,
    language: deps.language,
    onState: (next) => {
      const isNew = purpose.kind === 'open' && !store.get().link.facts && next.facts !== null;
      if (isNew) terminal.write(deps.banner(next));
      const endedAt = next.phase === 'ended' ? (store.get().endedAt ?? Date.now()) : null;
      store.set({ link: next, endedAt });
    },
    remember: deps.remember,
  });

/** Forwards input, size and title of the terminal. */
const forward = (
  terminal: Terminal,
  preferences: PreferenceStore,
  store: Store<TerminalView>,
  link: () => Link,
): IDisposable[] => {
  const encoder = new TextEncoder();
  return [
    terminal.onData((data) => {
      const isBackspace = data === '\x7f' && preferences.get().backspaceAsCtrlH;
      const { isCtrlHeld } = store.get();
      if (isCtrlHeld) store.set({ isCtrlHeld: false });
      link().input(encoder.encode(isBackspace ? '\b' : isCtrlHeld ? withCtrl(data) : data));
    }),
    terminal.onBinary((data) => link().input(Uint8Array.from(data, (character) => character.charCodeAt(0)))),
    terminal.onResize(({ cols, rows }) => {
      store.set({ cols, rows });
      link().resize(cols, rows);
    }),
    terminal.onTitleChange((title) => store.set({ title })),
  ];
};

/** Fits lines and columns to the container; does nothing while hidden. */
const fillPlace = (terminal: Terminal, fit: FitAddon) => {
  const size = fit.proposeDimensions();
  if (!size || Number.isNaN(size.cols) || !terminal.element?.offsetParent) return;
  terminal.resize(Math.max(2, size.cols), Math.max(1, size.rows));
};

/** Draws a terminal with the GPU or without. */
const drawingOf = (terminal: Terminal, draws: typeof drawFast) => {
  let stop: (() => void) | undefined;
  return (isFast: boolean) => {
    stop?.();
    stop = isFast ? draws(terminal) : undefined;
  };
};

/** A terminal with its connection. It is not part of the components, so that hiding them changes nothing. */
export const makeTerminalSession = (first: LinkPurpose, deps: Deps) => {
  const { terminal, fit, search } = makeTerminal(deps.preferences.get());
  const draw = drawingOf(terminal, deps.draws ?? drawFast);
  const store = createStore<TerminalView>({
    link: freshState,
    cols: 80,
    rows: 24,
    title: '',
    isCtrlHeld: false,
    endedAt: null,
  });
  let isStarted = false;
  let isShown = false;

  const linkFor = (purpose: LinkPurpose) => linkTo(purpose, terminal, store, deps);
  let link = linkFor(first);

  const subscriptions = forward(terminal, deps.preferences, store, () => link);
  const stopPreferences = deps.preferences.subscribe(() => {
    applyOptions(terminal, optionsOf(deps.preferences.get()));
    refit();
  });
  const measure = () => {
    if (!deps.isWatching) fillPlace(terminal, fit);
  };
  // Behind the front tab a terminal draws without the GPU, and its letters have another size.
  const refit = () => {
    if (isShown) measure();
  };
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    measure();
    link.start(terminal.cols, terminal.rows);
  };

  return {
    terminal,
    search,
    store,
    get link() {
      return link;
    },
    /** Shows the terminal in `container`; the first time, connects. */
    attach: (container: HTMLElement) => {
      if (terminal.element) container.append(terminal.element);
      else {
        terminal.open(container);
        draw(!deps.isWatching);
      }
      start();
      if (!isShown) draw(false);
    },
    /** Shows or hides the terminal; only a visible one uses the GPU. */
    setVisible: (isVisible: boolean) => {
      isShown = isVisible;
      if (!terminal.element) return;
      draw(isVisible);
      refit();
    },
    refit,
    holdCtrl: (isCtrlHeld: boolean) => store.set({ isCtrlHeld }),
    /** Starts a new session on the same screen, below the old output. */
    reconnect: (purpose: LinkPurpose) => {
      link.release();
      if (terminal.buffer.active.type === 'alternate') terminal.write(LEAVE_FULL_SCREEN);
      terminal.write(SOFT_RESET);
      terminal.focus();
      store.set({ link: freshState, endedAt: null });
      link = linkFor(purpose);
      link.start(terminal.cols, terminal.rows);
    },
    dispose: () => {
      draw(false);
      stopPreferences();
      link.release();
      for (const subscription of subscriptions) subscription.dispose();
      terminal.dispose();
    },
  };
};

/** A terminal with its connection. */
export type TerminalSession = ReturnType<typeof makeTerminalSession>;
