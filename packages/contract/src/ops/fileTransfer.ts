import { nameProblem, type PathProblem } from './playbookFiles.ts';

/** The folder of every machine below which transferred files go. */
export const TRANSFER_BASE = '/tmp';

/** Limits of one transfer. */
export const transferLimits = {
  files: 100,
  /** Characters of the folder below the base, and folders below one another. */
  path: 512,
  depth: 10,
  /** Sizes as multiples of the largest file: of one transfer, of all that a user, and that all users keep here. */
  all: 5,
  ofUser: 10,
  ofEveryone: 100,
} as const;

/** Where files go, and what becomes of them there. */
export type TransferTarget = {
  /** Folder below the base; empty: the base itself. */
  dst_path: string;
  /** Permission bits in octal digits; empty: as usual for new files. */
  mode: string;
  /** User, or user and group as `user:group`; empty: the account that transfers. */
  owner: string;
};

/** A file of a transfer. */
export type TransferFile = { name: string; size: number; sha256: string };

const modePattern = /^[0-7]{3,4}$/;
const ownerPattern = /^[a-z_][a-z0-9_.-]{0,31}\$?(?::[a-z_][a-z0-9_.-]{0,31})?$/i;

/** Why files cannot go into this folder; undefined if they can. */
const folderProblem = (path: string): PathProblem | undefined => {
  if (path === '') return undefined;
  if ([...path].length > transferLimits.path)
    return { key: 'playbook_path_long', params: { max: transferLimits.path } };
  const names = path.split('/');
  if (names.length > transferLimits.depth)
    return { key: 'playbook_path_deep', params: { path: path.slice(0, 64), max: transferLimits.depth } };
  for (const name of names) {
    if (name === '.' || name === '..')
      return { key: 'transfer_path_outside', params: { base: TRANSFER_BASE } };
    const problem = nameProblem(name);
    if (problem) return problem;
  }
  return undefined;
};

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** What the arguments of a transfer say, in their JSON; or the key and values of a message that says what is wrong. */
export const transferTargetIn = (args: string): TransferTarget | PathProblem => {
  let sent: unknown;
  try {
    sent = JSON.parse(args === '' ? '{}' : args);
  } catch {
    sent = undefined;
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return { key: 'transfer_args_invalid', params: { example: '{"dst_path":"logs"}' } };
  const said: Record<string, unknown> = { ...sent };
  const dst_path = textIn(said.dst_path)
    .replace(/^\/+|\/+$/g, '')
    .normalize('NFC');
  const problem = folderProblem(dst_path);
  if (problem) return problem;
  const mode = textIn(said.mode);
  if (mode !== '' && !modePattern.test(mode)) return { key: 'transfer_mode_invalid', params: {} };
  const owner = textIn(said.owner);
  if (owner !== '' && !ownerPattern.test(owner)) return { key: 'transfer_owner_invalid', params: {} };
  return { dst_path, mode, owner };
};

/** Whether reading the arguments found a problem. */
export const isProblem = (found: TransferTarget | PathProblem): found is PathProblem => 'key' in found;

/** The folder in full. */
export const transferFolder = ({ dst_path }: Pick<TransferTarget, 'dst_path'>): string =>
  dst_path === '' ? TRANSFER_BASE : `${TRANSFER_BASE}/${dst_path}`;

/** Most characters of a transfer as lists show it. */
const mostShown = 1024;

/** A transfer as lists show it: its files and where they go. */
export const shownTransfer = (files: readonly Pick<TransferFile, 'name'>[], args: string): string => {
  const target = transferTargetIn(args);
  const folder = isProblem(target) ? TRANSFER_BASE : transferFolder(target);
  const names = files.map(({ name }) => name).join(', ');
  return `${names.length > mostShown ? `${names.slice(0, mostShown)}…` : names} → ${folder}/`.toWellFormed();
};
