import { SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import { displayTexts } from '@gatehouse/component/engine/sessionRow.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { SessionFacts } from '@gatehouse/contract/wire/gateway.ts';
import type { Journal } from '../engine/recording/journal.ts';
import { openRecording, type Recording } from '../engine/recording/recording.ts';
import type { Moment } from '../engine/screen/runningCommand.ts';
import type { Screen } from '../engine/screen/screen.ts';
import { createTranscoder } from '../engine/terminal/charset.ts';
import { createOutputLog } from '../engine/terminal/outputLog.ts';
import { createRelay, type Relay } from '../engine/terminal/relay.ts';
import type { Size } from '../engine/terminal/size.ts';
import type { TerminalChannel, TerminalEnd } from '../protocols/channel.ts';
import { type CommandSink, createCommandSink } from './commandSink.ts';
import { type CommandRules, createCommandRules } from './gate/commandGate.ts';
import { RESUME_WINDOW_MS } from './limits.ts';
import { createLiveSession, type LiveSession } from './liveSession.ts';
import { createPermissionWatch, type PermissionWatch } from './permission/permissionWatch.ts';
import { createResumeKey } from './resumeKey.ts';
import type { SessionDeps } from './sessionDeps.ts';

/** A logged-in terminal channel that will become a session. */
export type Start = {
  id: string;
  /** When the server was asked for the connection, in wall clock milliseconds. */
  asked_ms: number;
  started: Date;
  secret: ConnectionSecret;
  channel: TerminalChannel;
  journal: Journal;
  /** The mark of its user. */
  visitor: string;
  size: Size;
  /** Language of its window. */
  language: string | undefined;
  signal: AbortSignal;
};

/** Maximum output kept per session for windows that come back, in bytes. */
const LOG_BYTES = 2 * 1024 * 1024;

type BaseFacts = Parameters<typeof createLiveSession>[0]['facts'];

const factsOf = ({ id, started, secret, channel }: Start): BaseFacts => ({
  session_id: id,
  user: displayTexts(secret).user,
  asset: { id: secret.asset.id, name: secret.asset.name, address: secret.asset.address },
  account: { name: secret.account.name, username: secret.account.username },
  protocol: secret.protocol,
  charset: charsetOf(secret),
  org_id: secret.asset.org_id,
  actions: secret.actions.map((action) => action.value),
  gateway: channel.facts.gateway,
  host_key_fingerprint: channel.facts.host_key?.fingerprint ?? '',
  recorded: true,
  date_start: started.toISOString(),
  resume_window_seconds: RESUME_WINDOW_MS / 1000,
  connect_options: secret.connect_options,
});

const charsetOf = (secret: ConnectionSecret): SessionFacts['charset'] =>
  secret.platform.charset.value.toLowerCase() === 'gbk' ? 'gbk' : 'utf-8';

/** Opens the recording, then the terminal: nothing runs unrecorded. */
const beginRecorded = async (
  deps: SessionDeps,
  start: Start,
  events: { onFailure: () => void; onDrain: () => void },
): Promise<{ recording: Recording; target: TerminalEnd }> => {
  const recording = await openRecording({
    path: deps.spool.pathsOf(start.id).cast,
    size: start.size,
    now: Date.now(),
    syncer: deps.syncer,
    onFailure: (err) => {
      deps.log.error({ err, session: start.id }, 'recording failed');
      events.onFailure();
    },
    onDrain: events.onDrain,
  }).catch((error) => {
    throw new SessionFailure('recording_failed', {}, error);
  });
  try {
    return { recording, target: await start.channel.begin(start.size) };
  } catch (error) {
    await recording.close();
    throw error;
  }
};

/** The screen of a session, whose commands are reported. */
const openScreen = (
  deps: SessionDeps,
  { id, size }: Start,
  { entered, finished, lost }: CommandSink,
  { moment, relay }: { moment: () => Moment; relay: () => Relay | null },
): Screen =>
  deps.screens.create({
    id,
    size,
    entered,
    finished,
    onDrain: () => relay()?.relieve(),
    onLost: () => {
      lost(moment());
      relay()?.blind();
    },
  });

/** Keeps a session within what its user may do, and its commands under the rules in force. */
const watchOver = (
  deps: SessionDeps,
  { id, secret }: Start,
  { rules, relay, session }: { rules: CommandRules; relay: () => Relay; session: () => LiveSession | null },
): PermissionWatch =>
  createPermissionWatch({
    expire_at: secret.expire_at,
    now: Date.now(),
    renew: (visitor) => deps.renewals.renew(secret.id, id, visitor),
    onRefused: (reason) => void session()?.end(reason),
    onChanged: () => {
      const facts = session()?.facts();
      if (facts) relay().broadcast({ type: 'facts', session: facts });
    },
    onRules: (filters) => {
      if (!rules.replace(filters)) return;
      deps.log.info({ session: id, filters: filters.length }, 'other rules decide commands');
      relay().rulesChanged();
    },
  });

/** Opens recording and terminal and assembles the session. */
export const startTerminal = async (deps: SessionDeps, start: Start): Promise<LiveSession> => {
  const { id, secret, channel } = start;
  let session: LiveSession | null = null;
  let relay: Relay | null = null;
  const { recording, target } = await beginRecorded(deps, start, {
    onFailure: () => void session?.end('recording_failed'),
    onDrain: () => relay?.relieve(),
  });
  const moment = () => ({ at_ms: Date.now(), offset_ms: recording.elapsed_ms() });
  const sink = createCommandSink(deps, start);
  const screen = openScreen(deps, start, sink, { moment, relay: () => relay });
  const activity = { at_ms: Date.now() };
  const recheck = () => permission.check();
  const rules = createCommandRules(deps, start, { sink, moment, recheck });
  const running = createRelay({
    size: start.size,
    target,
    transcoder: createTranscoder(charsetOf(secret)),
    log: createOutputLog(LOG_BYTES),
    recording,
    screen,
    moment,
    onActivity: () => {
      activity.at_ms = Date.now();
    },
    gate: rules.gate,
  });
  relay = running;
  const permission = watchOver(deps, start, { rules, relay: () => running, session: () => session });
  const live = createLiveSession({
    facts: factsOf(start),
    key: createResumeKey(start.visitor),
    visitor: start.visitor,
    user_id: secret.user.id,
    hostKeyIsNew: channel.facts.host_key?.first_seen ?? false,
    relay: running,
    screen,
    recording,
    journal: start.journal,
    permission,
    limits: () => ({
      idle_minutes: deps.config().SECURITY_MAX_IDLE_TIME,
      max_hours: deps.config().SECURITY_MAX_SESSION_TIME,
    }),
    activity,
    disconnect: channel.close,
    onEnding: (last) => deps.registry.remove(live, last),
    seal: async () => {
      await deps.commands.withdraw(id);
      await start.journal.close();
    },
    onSealed: () => void deps.delivery.deliver(id),
    log: deps.log,
  });
  session = live;
  deps.registry.add(live);
  // During its login the session was not yet among those checked.
  if (deps.checks.announced_ms() >= start.asked_ms) void live.checkPermission();
  deps.outbox.push('asset_connect_success', () =>
    deps.core.logLifecycle(id, { event: 'asset_connect_success' }),
  );
  target.listen({ output: running.fromTarget, ended: (how) => void live.end(how) });
  if (recording.hasFailed()) void live.end('recording_failed');
  return live;
};
