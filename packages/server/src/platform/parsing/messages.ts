import type { PrivateKey } from '../crypto/sshKey.ts';
import type { Limits, Refused } from './limits.ts';

/** Kinds of files that are parsed into rows of texts. */
export type TableFormat = 'csv' | 'xlsx';
/** What a file is, and what its parser has to know. */
export type Manner = { format: TableFormat; most: Limits } | { format: 'key'; passphrase: string };
/** What a parser process is sent; the file itself follows on its standard input. */
export type Task = Manner & { bytes: number };
/** What a parser process answers: the rows of a table in batches, then how it ended; a key at once. */
export type Told =
  | { rows: string[][] }
  | { ended: true }
  | { key: PrivateKey | undefined }
  | Refused
  | { error: string };
