import type { SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import type { ServerFrame } from '@gatehouse/contract/wire/gateway.ts';
import type { LiveSession } from './liveSession.ts';
import type { ResumeKey } from './resumeKey.ts';

/** A recently ended session: a window that returns learns why it ended. */
type Ended = { key: ResumeKey; last: ServerFrame; until_ms: number };

/** Sessions of this process. */
export type Registry = {
  add: (session: LiveSession) => void;
  remove: (session: LiveSession, last: ServerFrame) => void;
  /** Adds a session that is still logging in; returns a function that removes it. */
  addOpening: (id: string, cancel: (failure: SessionFailure) => void) => () => void;
  get: (id: string) => LiveSession | undefined;
  /** Ends the session with this id, if there is one, also while it is still logging in. */
  end: (id: string, failure: SessionFailure) => boolean;
  /** Ids of the running sessions and of those logging in. */
  ids: () => string[];
  /** The last frame of a recently ended session, for its user with its token; null for all others. */
  lastWords: (id: string, token: string, visitor: string) => ServerFrame | null;
  all: () => LiveSession[];
  /** Whether as many sessions as allowed are running or logging in. */
  isFull: () => boolean;
  tick: (now_ms: number) => void;
};

const REMEMBERED_MS = 600_000;
/** Maximum number of sessions of a process; memory and files are sized for it. */
const MOST_SESSIONS = 4_000;

/** An empty registry. */
export const createRegistry = (mostSessions = MOST_SESSIONS): Registry => {
  const live = new Map<string, LiveSession>();
  const ended = new Map<string, Ended>();
  const opening = new Map<string, (failure: SessionFailure) => void>();
  return {
    add: (session) => {
      live.set(session.id, session);
    },
    remove: (session, last) => {
      live.delete(session.id);
      ended.set(session.id, { key: session.key, last, until_ms: Date.now() + REMEMBERED_MS });
    },
    addOpening: (id, cancel) => {
      opening.set(id, cancel);
      return () => opening.delete(id);
    },
    get: (id) => live.get(id),
    end: (id, failure) => {
      opening.get(id)?.(failure);
      void live.get(id)?.end(failure.reason, failure.params);
      return opening.has(id) || live.has(id);
    },
    ids: () => [...opening.keys(), ...live.keys()],
    lastWords: (id, token, visitor) => {
      const tombstone = ended.get(id);
      return tombstone?.key.matches(token, visitor) ? tombstone.last : null;
    },
    all: () => [...live.values()],
    isFull: () => live.size + opening.size >= mostSessions,
    tick: (now_ms) => {
      for (const session of live.values()) session.tick(now_ms);
      for (const [id, entry] of ended) if (now_ms > entry.until_ms) ended.delete(id);
    },
  };
};
