import { type FileHandle, open, readFile } from 'node:fs/promises';
import { endReasonSchema } from '@gatehouse/contract/wire/sessionEnd.ts';
import { commandRowSchema, sessionCreateSchema } from '@gatehouse/contract/wire/terminal.ts';
import { z } from 'zod';

/** One line of a journal: what the server must learn even if this process dies now. */
const recordSchema = z.discriminatedUnion('t', [
  /** First record. */
  z.object({ t: z.literal('session'), session: sessionCreateSchema }),
  /** A command, written again once its output is known; the later line wins. */
  z.object({ t: z.literal('command'), row: commandRowSchema }),
  /** Ids of commands that need not be sent again: the server has them or has refused them for good. */
  z.object({ t: z.literal('posted'), ids: z.array(z.string()) }),
  /** How the session ended; `connected` says whether a shell was reached. */
  z.object({ t: z.literal('end'), reason: endReasonSchema, connected: z.boolean(), date_end: z.string() }),
  /** The session row is closed and its end is in the activity log. */
  z.object({ t: z.literal('closed') }),
]);

/** A journal line. */
export type JournalRecord = z.infer<typeof recordSchema>;

/** The running journal of one session. */
export type Journal = { write: (record: JournalRecord) => Promise<void>; close: () => Promise<void> };

/** Opens a journal for appending; each record is on disk when its promise resolves. */
export const openJournal = async (path: string): Promise<Journal> => {
  const file: FileHandle = await open(path, 'a', 0o600);
  // A crash may have cut the last line; the next one must not be appended to it.
  let last: Promise<void> = file.appendFile('\n');
  const append = async (record: JournalRecord) => {
    await file.appendFile(`${JSON.stringify(record)}\n`);
    await file.datasync();
  };
  return {
    write: (record) => {
      const done = last.then(() => append(record));
      last = done.catch(() => undefined);
      return done;
    },
    close: async () => {
      await last.catch(() => undefined);
      await file.close();
    },
  };
};

/** Reads a journal; skips unreadable lines and a half-written last one. */
export const readJournal = async (path: string): Promise<JournalRecord[]> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    try {
      const parsed = recordSchema.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
};
