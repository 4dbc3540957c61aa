import { AppError } from '@gatehouse/contract/errors.ts';
import {
  ENTRY_FILE,
  foldedPath,
  folderOf,
  freeName,
  nameOfPath,
  pathIn,
  ROOT_KEY,
} from '@gatehouse/contract/ops/playbookFiles.ts';
import type { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import type { Context } from '../../engine/context.ts';
import type { Row } from '../../engine/resource.ts';
import {
  addEntries,
  listEntries,
  moveEntries,
  noteChange,
  readFile,
  removeEntries,
  takenPaths,
  writeFile,
} from '../../resources/ops/playbook/files.ts';
import { recordFile } from './recordFiles.ts';
import { refusal, refuseFull, refuseLarge, soundPath } from './refusals.ts';

/** A playbook whose files a request reads. */
type Read = { playbook: string; ctx: Context };

/** A playbook whose files a request changes; the change holds its row. */
export type Workspace = Read & { row: Row<typeof playbook> };

/** The path that a key names; empty for the top. */
const pathOfKey = (key: string, ctx: Context): string =>
  key === '' || key === ROOT_KEY ? '' : soundPath(key, ctx);

/** The path of a file or folder that exists. */
const existing = async (
  key: string,
  { playbook, ctx }: Read,
): Promise<{ path: string; isFolder: boolean }> => {
  const path = pathOfKey(key, ctx);
  const found = (await listEntries(playbook, ctx.db)).find((entry) => entry.path === path);
  if (!found) throw new AppError('object_does_not_exist', {}, { messageKey: 'playbook_file_gone' });
  return { path, isFolder: found.is_folder };
};

const refuseProtected = (path: string, ctx: Context): void => {
  if (path === '' || path === ENTRY_FILE) throw refusal('playbook_file_protected', ctx, { path: ENTRY_FILE });
};

const settle = async ({ playbook, ctx }: Read): Promise<void> => {
  await refuseFull(playbook, ctx.db, ctx);
  await noteChange(playbook, ctx.db);
};

/** Whether a file can be shown and edited as text. */
const textOf = (content: Buffer): string | undefined => {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
};

/** The content of a file with its version; a binary file has a remark in place of its content. */
export const openFile = async (key: string, { playbook, ctx }: Read) => {
  const path = pathOfKey(key, ctx);
  const file = await readFile(playbook, path, ctx.db);
  if (!file) throw new AppError('object_does_not_exist', {}, { messageKey: 'playbook_file_gone' });
  const text = textOf(file.content);
  return {
    content: text ?? ctx.t('errors.playbook_file_binary'),
    version: file.version,
    is_binary: text === undefined,
  };
};

/** Saves a file. With the version that the change is based on, a file that has changed since is left as it is. */
export const saveFile = async (
  key: string,
  { content, version }: { content: string; version?: string | undefined },
  workspace: Workspace,
): Promise<string> => {
  const { playbook, ctx, row } = workspace;
  const { path, isFolder } = await existing(key, workspace);
  if (isFolder) return '';
  const bytes = Buffer.from(content);
  refuseLarge(path, bytes.length, ctx);
  const now = await readFile(playbook, path, ctx.db);
  if (version !== undefined && now?.version !== version)
    throw new AppError('changed_meanwhile', { path }, { messageKey: 'playbook_file_changed' });
  const written = await writeFile(playbook, path, bytes, ctx.db);
  await settle(workspace);
  if (written !== now?.version) await recordFile(row, { path, before: now?.content, after: bytes }, ctx);
  return written;
};

const defaultName = (isFolder: boolean): string => (isFolder ? 'new_dir' : 'new_file.yml');

/** Adds a file or folder; a taken name gets a number. */
export const addEntry = async (
  { key, name, isFolder, content }: { key: string; name: string; isFolder: boolean; content: string },
  workspace: Workspace,
): Promise<string> => {
  const { playbook, ctx, row } = workspace;
  const folder = pathOfKey(key, ctx);
  if (folder) {
    const { isFolder: isThere } = await existing(folder, workspace);
    if (!isThere) throw refusal('playbook_no_folder', ctx, { path: folder });
  }
  const wanted = name === '' ? defaultName(isFolder) : name;
  soundPath(pathIn(folder, wanted), ctx);
  const listed = new Set((await listEntries(playbook, ctx.db)).map(({ path }) => foldedPath(path)));
  const free = freeName(wanted, (each) => listed.has(foldedPath(pathIn(folder, each))));
  const path = soundPath(pathIn(folder, free), ctx);
  const bytes = isFolder ? null : Buffer.from(content);
  if (bytes) refuseLarge(path, bytes.length, ctx);
  await addEntries(playbook, [{ path, bytes }], ctx.db);
  await settle(workspace);
  await recordFile(
    row,
    bytes ? { path, before: undefined, after: bytes } : { isFolder, from: '', to: path },
    ctx,
  );
  return path;
};

/** Refuses paths that the playbook has in any spelling, apart from those that are about to move away. */
const refuseTaken = async (
  paths: readonly string[],
  leaving: readonly string[],
  { playbook, ctx }: Workspace,
): Promise<void> => {
  const [taken] = (await takenPaths(playbook, paths, ctx.db)).filter((path) => !leaving.includes(path));
  if (taken !== undefined) throw refusal('playbook_name_taken', ctx, { path: taken });
};

/** A file or folder with everything in it. */
const branchOf = async (path: string, { playbook, ctx }: Workspace): Promise<string[]> =>
  (await listEntries(playbook, ctx.db))
    .map((entry) => entry.path)
    .filter((each) => each === path || each.startsWith(`${path}/`));

/** Renames a file or folder inside its folder. */
export const renameEntry = async (key: string, name: string, workspace: Workspace): Promise<string> => {
  const { playbook, ctx, row } = workspace;
  refuseProtected(pathOfKey(key, ctx), ctx);
  const { path, isFolder } = await existing(key, workspace);
  if (name === nameOfPath(path)) return path;
  if (name.includes('/')) throw refusal('playbook_name_signs', ctx, { name: name.slice(0, 64) });
  const target = soundPath(pathIn(folderOf(path), name), ctx);
  const branch = await branchOf(path, workspace);
  const moves = branch.map((from) => ({ from, to: soundPath(target + from.slice(path.length), ctx) }));
  await refuseTaken(
    moves.map(({ to }) => to),
    branch,
    workspace,
  );
  await moveEntries(playbook, moves, ctx.db);
  await settle(workspace);
  await recordFile(row, { isFolder, from: path, to: target }, ctx);
  return target;
};

/** Deletes a file, or a folder with everything in it. */
export const removeEntry = async (key: string, workspace: Workspace): Promise<void> => {
  const { playbook, ctx, row } = workspace;
  refuseProtected(pathOfKey(key, ctx), ctx);
  const { path, isFolder } = await existing(key, workspace);
  await removeEntries(playbook, await branchOf(path, workspace), ctx.db);
  await noteChange(playbook, ctx.db);
  await recordFile(row, { isFolder, from: path, to: '' }, ctx);
};
