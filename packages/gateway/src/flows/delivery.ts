import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { lifecycleReason } from '@gatehouse/contract/wire/sessionEnd.ts';
import type { CommandRow, SessionPatch } from '@gatehouse/contract/wire/terminal.ts';
import type { CoreApi } from '../engine/core/coreApi.ts';
import { type JournalRecord, openJournal, readJournal } from '../engine/recording/journal.ts';
import { type Repaired, repairRecording } from '../engine/recording/repair.ts';
import type { Spool, SpoolPaths } from '../engine/recording/spool.ts';
import { Refused } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import { type Pauses, untilDone } from '../platform/retry.ts';
import type { Reclaimed } from './reclaim.ts';

type End = Extract<JournalRecord, { t: 'end' }>;
type Story = {
  session: Extract<JournalRecord, { t: 'session' }>['session'] | null;
  missing: CommandRow[];
  hasCommand: boolean;
  end: End | null;
  closed: boolean;
};

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const tell = (records: JournalRecord[]): Story => {
  const commands = new Map<string, CommandRow>();
  const posted = new Set<string>();
  const story: Story = { session: null, missing: [], hasCommand: false, end: null, closed: false };
  for (const record of records) {
    if (record.t === 'session') story.session = record.session;
    else if (record.t === 'command') commands.set(record.row.id ?? crypto.randomUUID(), record.row);
    else if (record.t === 'posted') for (const id of record.ids) posted.add(id);
    else if (record.t === 'end') story.end = record;
    else story.closed = true;
  }
  story.hasCommand = commands.size > 0;
  story.missing = [...commands].filter(([id]) => !posted.has(id)).map(([, row]) => row);
  return story;
};

/** Compresses a recording; a crash half-way leaves the original. */
const archive = async (paths: SpoolPaths) => {
  await pipeline(createReadStream(paths.cast), createGzip(), createWriteStream(paths.draft, { mode: 0o600 }));
  const file = await open(paths.draft, 'r');
  await file.datasync();
  await file.close();
  await rename(paths.draft, paths.archive);
  await rm(paths.cast, { force: true });
};

const errorReasonOf = (end: End): SessionPatch['error_reason'] => {
  if (!end.connected) return 'connect_failed';
  return end.reason === 'recording_failed' ? 'replay_create_failed' : undefined;
};

/** Tells the control plane how a session ended and hands over its recording; also for sessions of a killed gateway. */
export type Delivery = {
  deliver: (id: string) => Promise<void>;
  /** Resolves when nothing is on its way any more. */
  settled: () => Promise<void>;
};

const AT_ONCE = 3;
const BATCH = 100;

/** The control plane has everything of a session already. */
class HandedOver extends Error {
  override name = 'HandedOver';
}

const isUnknown = (error: unknown): boolean => error instanceof Refused && error.status === 404;

/** Every step can be repeated, so a delivery goes on where a crash cut it off. */
export const createDelivery = (deps: {
  core: CoreApi;
  spool: Spool;
  reclaim: (id: string) => Promise<Reclaimed>;
  pauses: Pauses;
  log: Log;
}): Delivery => {
  const { core, spool, log } = deps;
  const running = new Map<string, Promise<void>>();
  const turns: (() => void)[] = [];
  let active = 0;

  /** A session that is none of ours may be one of our former self. */
  const asHolder = async <T>(id: string, attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt();
    } catch (error) {
      if (!isUnknown(error)) throw error;
      const reclaimed = await deps.reclaim(id);
      if (reclaimed === 'unknown') throw error;
      if (reclaimed === 'complete') throw new HandedOver();
      log.info({ session: id }, 'session of the former registration taken over');
      return attempt();
    }
  };
  const persist = <T>(id: string, step: string, attempt: () => Promise<T>) =>
    untilDone(() => asHolder(id, attempt), {
      pauses: deps.pauses,
      first_ms: 500,
      max_ms: 300_000,
      again: (err, failures) => {
        if (err instanceof HandedOver) return false;
        if (failures === 1 || failures % 10 === 0)
          log.warn({ err, session: id, step }, 'delivery will be repeated');
        return true;
      },
    });

  /** A crash left no end: it is the time of the last recorded byte. */
  const concluded = async (paths: SpoolPaths, story: Story, repaired: Repaired | null): Promise<End> => {
    if (story.end) return story.end;
    const started = story.session ? Date.parse(story.session.date_start) : Number.NaN;
    const touched = (await stat(paths.cast).catch(() => stat(paths.journal))).mtimeMs;
    const last = repaired ? Math.max(started + repaired.duration_s * 1000, touched) : touched;
    const end: End = {
      t: 'end',
      reason: 'gateway_stopping',
      connected: repaired?.playable ?? false,
      date_end: new Date(last).toISOString(),
    };
    await note(paths, end);
    return end;
  };
  const note = async (paths: SpoolPaths, record: JournalRecord) => {
    const journal = await openJournal(paths.journal);
    await journal.write(record);
    await journal.close();
  };

  const close = async (id: string, story: Story, end: End) => {
    const patch: SessionPatch = {
      is_finished: true,
      is_success: end.connected,
      date_end: end.date_end,
      has_command: story.hasCommand,
      error_reason: errorReasonOf(end),
    };
    await persist(id, 'close', async () => {
      try {
        await asHolder(id, () => core.patchSession(id, patch));
      } catch (error) {
        if (!isUnknown(error) || !story.session) throw error;
        // The control plane never heard of it, or lost it: the recording still deserves its row.
        await core.createSession(story.session);
        await core.patchSession(id, patch);
      }
    });
    await persist(id, 'lifecycle', () =>
      core.logLifecycle(id, {
        event: 'asset_connect_finished',
        reason: end.connected ? lifecycleReason(end.reason) : 'connect_failed',
      }),
    );
  };
  const upload = async (id: string, paths: SpoolPaths) => {
    let reported = false;
    await persist(id, 'lifecycle', () => core.logLifecycle(id, { event: 'replay_upload_start' }));
    await persist(id, 'upload', async () => {
      try {
        await core.uploadReplay(id, paths.archive);
      } catch (error) {
        if (error instanceof Refused && !reported) {
          reported = true;
          await core.logLifecycle(id, { event: 'replay_upload_failure', reason: `HTTP ${error.status}` });
        }
        throw error;
      }
    });
    await persist(id, 'has_replay', () => core.patchSession(id, { has_replay: true }));
    await persist(id, 'lifecycle', () => core.logLifecycle(id, { event: 'replay_upload_success' }));
  };
  const post = async (id: string, paths: SpoolPaths, rows: CommandRow[]) => {
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH);
      await persist(id, 'commands', () => core.postCommands(batch));
      await note(paths, { t: 'posted', ids: batch.map((row) => row.id ?? '') });
    }
  };

  const work = async (id: string) => {
    const paths = spool.pathsOf(id);
    if (!(await spool.leftovers()).includes(id)) return;
    const repaired = (await exists(paths.cast)) ? await repairRecording(paths.cast) : null;
    const story = tell(await readJournal(paths.journal));
    const end = await concluded(paths, story, repaired);
    // The session comes first: commands of one the control plane does not know are refused.
    if (!story.closed) {
      await close(id, story, end);
      await note(paths, { t: 'closed' });
    }
    await post(id, paths, story.missing);
    if (repaired?.playable && end.connected) await archive(paths);
    if (await exists(paths.archive)) await upload(id, paths);
    await spool.remove(id);
    log.info({ session: id, reason: end.reason }, 'session delivered');
  };

  const queued = async (id: string) => {
    if (active >= AT_ONCE) await new Promise<void>((turn) => turns.push(turn));
    active += 1;
    try {
      await work(id).catch(async (error: unknown) => {
        if (!(error instanceof HandedOver)) throw error;
        await spool.remove(id);
        log.info({ session: id }, 'session was delivered before');
      });
    } catch (err) {
      // Stopped, or the disk failed: the files stay for the next start.
      log.warn({ err, session: id }, 'session is left in the spool');
    } finally {
      active -= 1;
      turns.shift()?.();
      running.delete(id);
    }
  };

  return {
    settled: async () => {
      await Promise.all(running.values());
    },
    deliver: (id) => {
      const known = running.get(id);
      if (known) return known;
      const started = queued(id);
      running.set(id, started);
      return started;
    },
  };
};
