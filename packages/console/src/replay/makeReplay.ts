import type { Http } from '../platform/http/http.ts';
import { createStore } from '../platform/store.ts';
import { makeCastPlayer } from './castPlayer.ts';
import { type Checkpoint, collectCheckpoints, makeCastScreen, makeCastTerminal } from './castScreen.ts';
import { makeCastStore } from './castStore.ts';
import type { CommandRow } from './commands.ts';
import { findReplay, loadCommands, type ReplayInfo, streamReplay } from './loadReplay.ts';

/** How far loading has come. */
export type ReplayStatus =
  | { kind: 'preparing' }
  | { kind: 'loading'; info: ReplayInfo }
  | { kind: 'ready'; info: ReplayInfo }
  | { kind: 'failed'; error: unknown };

type Deps = {
  http: Http;
  /** The session of which it is the recording, or the address of an asciicast. */
  sessionId: string | undefined;
  file: string | undefined;
  /** Second at which to start; if 0, playing starts by itself. */
  moment: number;
  orgId: string | undefined;
};

const REFRESH_MS = 400;
/** From this size in bytes on, jumping without copies of the screen would be noticeably slow. */
const WORTH_COPIES = 1 << 20;

const nextFrame = (callback: () => void) => {
  const id = requestAnimationFrame(callback);
  return () => cancelAnimationFrame(id);
};

/** Calls `act` at most once per interval. */
const throttled = (act: () => void) => {
  let at = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - at < REFRESH_MS) return;
    at = now;
    act();
  };
};

/** A recording, with the commands of its session, terminal and player; starts to load at once. */
export const makeReplay = ({ http, sessionId, file = '', moment, orgId }: Deps) => {
  const store = makeCastStore();
  const checkpoints: Checkpoint[] = [];
  const terminal = makeCastTerminal();
  const screen = makeCastScreen(terminal, store, checkpoints);
  const player = makeCastPlayer({
    store,
    show: (index) => void screen.show(index),
    now: () => performance.now(),
    frame: nextFrame,
  });
  const view = createStore<{ status: ReplayStatus; rows: CommandRow[] }>({
    status: { kind: 'preparing' },
    rows: [],
  });
  const gone = new AbortController();

  const load = async () => {
    const info: ReplayInfo =
      sessionId === undefined
        ? { type: 'asciicast', src: file, download_url: file }
        : await findReplay(http, sessionId, gone.signal);
    view.set({ status: { kind: 'loading', info } });
    await streamReplay(info, orgId, store, gone.signal, throttled(player.refresh));
    player.refresh();
    if (moment > 0) player.seek(moment);
    else player.play();
    view.set({ status: { kind: 'ready', info } });
    if (store.bytes > WORTH_COPIES) await collectCheckpoints(store, checkpoints, gone.signal);
  };
  load().catch((error) => {
    if (!gone.signal.aborted) view.set({ status: { kind: 'failed', error } });
  });
  // Without permission to view commands, the recording is shown all the same.
  if (sessionId !== undefined)
    loadCommands(http, sessionId, gone.signal).then(
      (rows) => view.set({ rows }),
      () => undefined,
    );
  return {
    store,
    terminal,
    player,
    view,
    dispose: () => {
      gone.abort();
      player.dispose();
      terminal.dispose();
    },
  };
};

/** A loaded or loading recording. */
export type ReplaySource = ReturnType<typeof makeReplay>;
