import { stat } from 'node:fs/promises';
import type { CommandRow } from '@gatehouse/contract/wire/terminal.ts';
import { type JournalRecord, openJournal, readJournal } from '../engine/recording/journal.ts';
import type { Repaired } from '../engine/recording/repair.ts';
import type { SpoolPaths } from '../engine/recording/spool.ts';

/** How a session ended. */
export type End = Extract<JournalRecord, { t: 'end' }>;

/** Everything the journal of a session holds. */
export type SessionStory = {
  session: Extract<JournalRecord, { t: 'session' }>['session'] | null;
  /** Commands that must still be sent to the server. */
  missing: CommandRow[];
  hasCommand: boolean;
  end: End | null;
  /** The server knows that it ended. */
  closed: boolean;
};

/** Reads the journal from its beginning. */
export const readStory = async (paths: SpoolPaths): Promise<SessionStory> => {
  const commands = new Map<string, CommandRow>();
  const posted = new Set<string>();
  const story: SessionStory = { session: null, missing: [], hasCommand: false, end: null, closed: false };
  for (const record of await readJournal(paths.journal)) {
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

/** Appends to the journal of an ended session. */
export const noteInStory = async (paths: SpoolPaths, record: JournalRecord): Promise<void> => {
  const journal = await openJournal(paths.journal);
  await journal.write(record);
  await journal.close();
};

/**
 * How and when the session ended; after a crash, the time is that of the last change to its recording or,
 * without one, to its journal.
 */
export const endOfStory = async (
  paths: SpoolPaths,
  story: SessionStory,
  repaired: Repaired | null,
): Promise<End> => {
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
  await noteInStory(paths, end);
  return end;
};
