import type { PrivateKey } from '../crypto/sshKey.ts';
import type { Limits, Refused } from './limits.ts';

/** Kinds of files that are parsed into rows of texts. */
export type TableFormat = 'csv' | 'xlsx';
/** How large a picture may be: the longer side, and width times height. */
export type ImageLimits = { side: number; pixels: number };
/** A picture without anything but the picture. */
export type CleanImage = { type: 'png' | 'jpeg'; width: number; height: number; bytes: Uint8Array };
/** How much an archive may hold: files and folders, bytes of one file and of all. */
export type ArchiveLimits = { entries: number; file: number; unpacked: number };
/** A file in an archive, or a folder, which has no bytes; its name is as the archive says. */
export type ArchivedFile = { name: string; bytes: Uint8Array | null };
/** How many elements an XML document may have, and how deep. */
export type XmlLimits = { elements: number; depth: number };
/** An element of an XML document; names in a namespace are `{namespace}local`. */
export type XmlElement = {
  name: string;
  attributes: (readonly [name: string, value: string])[];
  /** Its own text, without that of its children. */
  text: string;
  children: XmlElement[];
};
/** What a file is, and what its parser has to know. */
export type Manner =
  | { format: TableFormat; most: Limits }
  | { format: 'key'; passphrase: string }
  | { format: 'image'; most: ImageLimits }
  | { format: 'archive'; most: ArchiveLimits }
  | { format: 'xml'; most: XmlLimits }
  /** What a Git server sends of one commit. */
  | { format: 'gitPack'; commit: string; most: ArchiveLimits };
/** What a parser process is sent; the file itself follows on its standard input. */
export type Task = Manner & { bytes: number };
/** What a parser process answers: the rows of a table in batches, then how it ended; a key, a picture, files or a document at once. */
export type Told =
  | { rows: string[][] }
  | { ended: true }
  | { key: PrivateKey | undefined }
  | { image: CleanImage }
  | { files: ArchivedFile[] }
  | { xml: XmlElement }
  | Refused
  | { error: string };
