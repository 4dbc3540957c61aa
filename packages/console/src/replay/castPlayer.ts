import type { CastStore } from './castStore.ts';
import { advance, type Gap, idleGaps, savedSeconds } from './timeline.ts';

/** Available speeds, slowest first. */
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

/** State of the controls. */
export type PlayerState = {
  position: number;
  duration: number;
  isPlaying: boolean;
  speed: number;
  skipIdle: boolean;
  /** Seconds that skipping idle time saves over the whole recording. */
  saved: number;
};

/** Plays a recording in time with a clock. */
export type CastPlayer = {
  getState(): PlayerState;
  subscribe(listener: () => void): () => void;
  play(): void;
  pause(): void;
  toggle(): void;
  seek(seconds: number): void;
  setSpeed(speed: number): void;
  setSkipIdle(skip: boolean): void;
  /** Called when the store has grown or is complete. */
  refresh(): void;
  dispose(): void;
};

type Deps = {
  store: CastStore;
  /** Shows everything before event `index`. */
  show: (index: number) => void;
  /** Current time of a steady clock, in milliseconds. */
  now: () => number;
  /** Calls back at the next frame; returns a function that cancels it. */
  frame: (callback: () => void) => () => void;
};

/** A paused player at the start of `store`. */
export const makeCastPlayer = ({ store, show, now, frame }: Deps): CastPlayer => {
  const listeners = new Set<() => void>();
  let gaps: Gap[] = [];
  let state: PlayerState = { position: 0, duration: 0, isPlaying: false, speed: 1, skipIdle: true, saved: 0 };
  let cancel: (() => void) | undefined;
  let last = 0;

  const set = (change: Partial<PlayerState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const draw = () => show(store.indexAfter(state.position));

  const pause = () => {
    cancel?.();
    cancel = undefined;
    if (state.isPlaying) set({ isPlaying: false });
  };
  const tick = () => {
    const time = now();
    const seconds = ((time - last) / 1000) * state.speed;
    last = time;
    set({ position: advance(state.position, seconds, state.skipIdle ? gaps : null, state.duration) });
    draw();
    if (state.position >= state.duration) pause();
    else cancel = frame(tick);
  };
  const play = () => {
    if (state.isPlaying || state.duration === 0) return;
    if (state.position >= state.duration) set({ position: 0 });
    last = now();
    set({ isPlaying: true });
    cancel = frame(tick);
  };
  const seek = (seconds: number) => {
    last = now();
    set({ position: Math.min(Math.max(0, seconds), state.duration) });
    draw();
  };

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play,
    pause,
    toggle: () => (state.isPlaying ? pause() : play()),
    seek,
    setSpeed: (speed) => set({ speed }),
    setSkipIdle: (skipIdle) => set({ skipIdle }),
    refresh: () => {
      gaps = idleGaps(store);
      set({ duration: store.duration, saved: savedSeconds(gaps) });
      draw();
    },
    dispose: () => {
      pause();
      listeners.clear();
    },
  };
};
