import { setTimeout as sleep } from 'node:timers/promises';
import type { ReasonParams } from '@gatehouse/component/engine/sessionFailure.ts';
import type { Log } from '@gatehouse/component/platform/log.ts';
import {
  type ClientFrame,
  isSamePlace,
  type ServerFrame,
  type SessionFacts,
} from '@gatehouse/contract/wire/gateway.ts';
import type { EndReason } from '@gatehouse/contract/wire/sessionEnd.ts';
import type { Journal } from '../engine/recording/journal.ts';
import type { Recording } from '../engine/recording/recording.ts';
import type { Painting, Screen } from '../engine/screen/screen.ts';
import type { Link } from '../engine/terminal/link.ts';
import type { Relay } from '../engine/terminal/relay.ts';
import { clampSize } from '../engine/terminal/size.ts';
import type { Attachment } from '../engine/terminal/typingWindow.ts';
import { closedFrame } from './closedFrame.ts';
import { createLimitCheck, type Limits } from './limits.ts';
import type { PermissionWatch } from './permission/permissionWatch.ts';
import type { ResumeKey } from './resumeKey.ts';

/** A running shell, with or without a window. */
export type LiveSession = {
  id: string;
  key: ResumeKey;
  /** The asset's host key was seen for the first time. */
  hostKeyIsNew: boolean;
  facts: () => SessionFacts;
  attach: (
    link: Link,
    window: { client_id: string; received: number | null; cols: number; rows: number },
    announce: (attachment: Attachment) => void,
  ) => Promise<void>;
  /** The window's connection is gone. */
  detach: (link: Link) => void;
  frame: (link: Link, frame: ClientFrame) => void;
  input: (link: Link, offset: number, payload: Buffer) => void;
  lock: (locked: boolean, by: string) => void;
  watch: (link: Link, name: string, announce: (painting: Painting) => void) => Promise<void>;
  unwatch: (link: Link, name: string) => void;
  tick: (now_ms: number) => void;
  /** Whether the session is one of these users' or on one of these assets, named by their ids. */
  concerns: (ids: ReadonlySet<string>) => boolean;
  /** Checks whether the session is still permitted. */
  checkPermission: () => Promise<void>;
  /** Whether a window of its user may resume the session from where it is; ends the session if rules refuse that. */
  admits: (visitor: string) => Promise<boolean>;
  /** Stops all traffic at once, then writes everything to disk; repeated calls wait for the first. */
  end: (reason: EndReason, params?: ReasonParams) => Promise<void>;
};

/** How long the last output may take to be read off the screen. */
const SETTLE_MS = 3_000;
/** Ends ordered from outside: even bytes already on their way are not shown. */
const ORDERED: ReadonlySet<EndReason> = new Set<EndReason>([
  'admin_terminate',
  'permission_expired',
  'user_disabled',
  'rule_refused',
]);

/** What a running session is made of. */
type Parts = {
  facts: Omit<
    SessionFacts,
    'idle_minutes' | 'date_max' | 'date_permission_expired' | 'is_locked' | 'watchers'
  >;
  key: ResumeKey;
  /** The mark of the window that opened it. */
  visitor: string;
  user_id: string;
  hostKeyIsNew: boolean;
  relay: Relay;
  screen: Screen;
  recording: Recording;
  journal: Journal;
  permission: PermissionWatch;
  limits: () => Limits;
  activity: { at_ms: number };
  /** Closes the connection to the asset. */
  disconnect: () => void;
  /** All traffic has stopped; `last` is the frame that tells windows why. */
  onEnding: (last: ServerFrame) => void;
  /** Closes what is still open once the end is on disk. */
  seal: () => Promise<void>;
  onSealed: () => void;
  log: Log;
};

/** The session facts with their current values. */
const factsNow = (
  { facts, limits, permission }: Parts,
  now: Pick<SessionFacts, 'is_locked' | 'watchers'>,
): SessionFacts => {
  const { idle_minutes, max_hours } = limits();
  const permission_end = permission.end();
  return {
    ...facts,
    idle_minutes,
    date_max: new Date(Date.parse(facts.date_start) + max_hours * 3_600_000).toISOString(),
    date_permission_expired: permission_end === null ? null : new Date(permission_end).toISOString(),
    ...now,
  };
};

/** Stops all traffic, then writes everything to disk. */
const finish = async (parts: Parts, reason: EndReason, params: ReasonParams) => {
  const { log, screen } = parts;
  const session = parts.facts.session_id;
  log.info({ session, reason }, 'session ends');
  const last = closedFrame(reason, params);
  parts.relay.stop(last, ORDERED.has(reason) ? 'cut' : 'flush');
  parts.disconnect();
  parts.onEnding(last);
  try {
    await Promise.race([screen.settled(), sleep(SETTLE_MS, undefined, { ref: false })]);
    await Promise.race([screen.dispose(), sleep(SETTLE_MS, undefined, { ref: false })]);
    await parts.recording.close();
    await parts.journal.write({ t: 'end', reason, connected: true, date_end: new Date().toISOString() });
    await parts.seal();
  } catch (err) {
    log.error({ err, session }, 'the end of a session could not be written');
  }
  parts.onSealed();
};

/** Connects the parts of a running session and enforces its rules. */
export const createLiveSession = (deps: Parts): LiveSession => {
  const { relay } = deps;
  const started = Date.parse(deps.facts.date_start);
  const check = createLimitCheck();
  const watchers = new Map<Link, string>();
  let detached: number | null = null;
  let locked = false;
  let ending: Promise<void> | null = null;

  const facts = () => factsNow(deps, { is_locked: locked, watchers: [...watchers.values()] });
  const tellFacts = () => relay.broadcast({ type: 'facts', session: facts() });
  const end = (reason: EndReason, params: ReasonParams = {}) => {
    ending ??= finish(deps, reason, params);
    return ending;
  };

  return {
    id: deps.facts.session_id,
    key: deps.key,
    hostKeyIsNew: deps.hostKeyIsNew,
    facts,
    end,
    attach: async (link, window, announce) => {
      detached = null;
      relay.resize(clampSize(window));
      await relay.attach(link, window, announce);
    },
    detach: (link) => {
      if (relay.detach(link)) detached = Date.now();
    },
    frame: (link, frame) => {
      if (frame.type === 'ack') relay.acknowledge(link, frame.received);
      else if (frame.type === 'ping') link.text({ type: 'pong', id: frame.id });
      else if (frame.type === 'resize' && relay.isAttached(link)) relay.resize(clampSize(frame));
      else if (frame.type === 'close' && relay.isAttached(link)) void end('user_close');
    },
    input: relay.input,
    concerns: (ids) => ids.has(deps.user_id) || ids.has(deps.facts.asset.id),
    checkPermission: deps.permission.check,
    admits: async (visitor) => isSamePlace(visitor, deps.visitor) || deps.permission.admits(visitor),
    lock: (next, by) => {
      locked = next;
      relay.lock(next);
      relay.broadcast({ type: 'notice', code: next ? 'locked' : 'unlocked', params: { by } });
      tellFacts();
    },
    watch: (link, name, announce) => {
      watchers.set(link, name);
      relay.broadcast({ type: 'notice', code: 'monitor_joined', params: { name } });
      tellFacts();
      return relay.watch(link, announce);
    },
    unwatch: (link, name) => {
      if (!watchers.delete(link)) return;
      relay.unwatch(link);
      relay.broadcast({ type: 'notice', code: 'monitor_left', params: { name } });
      tellFacts();
    },
    tick: (now_ms) => {
      if (ending) return;
      deps.permission.tick(now_ms);
      const times = {
        started,
        activity: deps.activity.at_ms,
        detached,
        permission_end: deps.permission.end(),
      };
      const verdict = check(now_ms, times, deps.limits());
      if (verdict.end) return void end(verdict.end.reason, verdict.end.params);
      for (const warning of verdict.warnings) relay.broadcast({ type: 'notice', ...warning });
      relay.tick(now_ms);
    },
  };
};
