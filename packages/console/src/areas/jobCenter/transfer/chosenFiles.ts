import { transferLimits } from '@gatehouse/contract/ops/fileTransfer.ts';
import { playbookLimits } from '@gatehouse/contract/ops/playbookFiles.ts';

/** Bytes of a megabyte as limits count it. */
export const megabyte = 1024 * 1024;

/** Why chosen files cannot be sent, as a key of the texts under `transfer` and its values. */
export type FileProblem = {
  key: 'sameName' | 'tooLarge' | 'nameTooLong' | 'tooMany' | 'allTooLarge' | 'empty';
  params: Record<string, string | number>;
};

type Named = Pick<File, 'name' | 'size'>;

const nameOf = ({ name }: Named): string => name.normalize('NFC');

/** The names that several of the files have. */
export const repeatedNames = (files: readonly Named[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const file of files) (seen.has(nameOf(file)) ? repeated : seen).add(nameOf(file));
  return repeated;
};

/** Whether a file has the same name as another one. */
export const isRepeated = (file: Named, repeated: ReadonlySet<string>): boolean => repeated.has(nameOf(file));

/** The first reason why these files cannot be sent, in the order in which clients of the protocol check; `limit` in MB. */
export const problemOf = (files: readonly Named[], limit: number): FileProblem | undefined => {
  const [same] = repeatedNames(files);
  if (same !== undefined) return { key: 'sameName', params: { name: same } };
  const large = files.find(({ size }) => size > limit * megabyte);
  if (large) return { key: 'tooLarge', params: { name: large.name, limit } };
  const long = files.find((file) => [...nameOf(file)].length > playbookLimits.name);
  if (long) return { key: 'nameTooLong', params: { name: long.name, max: playbookLimits.name } };
  const empty = files.find(({ size }) => size === 0);
  if (empty) return { key: 'empty', params: { name: empty.name } };
  if (files.length > transferLimits.files) return { key: 'tooMany', params: { max: transferLimits.files } };
  const all = files.reduce((sum, { size }) => sum + size, 0);
  const most = limit * transferLimits.all;
  return all > most * megabyte ? { key: 'allTooLarge', params: { limit: most } } : undefined;
};
