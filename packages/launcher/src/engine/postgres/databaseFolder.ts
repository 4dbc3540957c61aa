import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  statfs,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Refusal } from '../../platform/refusal.ts';
import { type Account, accountFor } from './account.ts';
import { canEnter } from './run.ts';

/** The PostgreSQL major version whose data this program reads. */
export const majorVersion = '18';

// A new database needs space to be created; an existing one for the log it may replay.
const leastFreeMb = { toCreate: 128, toStart: 32 };
// sun_path holds 108 bytes; the socket is called .s.PGSQL.5432.
const longestSocketFolder = 107 - '/.s.PGSQL.5432'.length;

/** An embedded database: its folders (`data` is PostgreSQL's own, `log` is beside it) and its account. */
export interface DatabaseFolder {
  root: string;
  data: string;
  log: string;
  isNew: boolean;
  account: Account;
}

/**
 * Opens (or creates) the folder of the embedded database. Under root, PostgreSQL runs as an account that may
 * be unable to enter the requested folder; then the database lives under `elsewhere` and the requested folder
 * is a link to it.
 */
export const databaseFolder = async (
  configured: string,
  elsewhere = '/var/lib/gatehouse',
): Promise<DatabaseFolder> => {
  await mkdir(dirname(configured), { recursive: true }).catch(cannotWrite(configured));
  const account = await accountFor(join(configured, 'data'));
  await layOut(configured, account, elsewhere);
  const root = await realpath(configured);
  const data = join(root, 'data');
  const isNew = await assertOurs(configured, root);
  await assertSpace(configured, root, isNew);
  for (const folder of [root, join(root, 'log')]) {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(cannotWrite(configured));
    if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
    await chmod(folder, 0o700).catch(cannotWrite(configured));
  }
  return { root, data, log: join(root, 'log'), isNew, account };
};

const layOut = async (configured: string, account: Account, elsewhere: string) => {
  const name = createHash('sha256').update(configured).digest('hex').slice(0, 12);
  const target = join(elsewhere, name);
  const isThere = (await stat(configured).catch(() => undefined)) !== undefined;
  const above = dirname(
    isThere ? await realpath(configured) : join(await realpath(dirname(configured)), 'pg'),
  );
  if (await canEnter(above, account)) {
    if (!isThere) await mkdir(configured, { recursive: true, mode: 0o700 }).catch(cannotWrite(configured));
    return;
  }
  if (isThere)
    throw new Refusal(
      `PostgreSQL cannot run as root, and no other account can enter ${above}. Move the database once: ` +
        `mkdir -p ${elsewhere} && mv ${configured} ${target} && ln -s ${target} ${configured}`,
    );
  await mkdir(elsewhere, { recursive: true, mode: 0o755 }).catch(cannotWrite(target));
  await mkdir(target, { recursive: true, mode: 0o700 }).catch(cannotWrite(target));
  if (!(await canEnter(elsewhere, account)))
    throw new Refusal(
      `PostgreSQL cannot run as root, and no other account can enter ${configured} or ${elsewhere}.`,
    );
  // A dangling link from an earlier run is replaced; stat() above would have found anything else.
  await rm(configured, { force: true });
  await symlink(target, configured).catch(cannotWrite(configured));
};

const assertOurs = async (configured: string, root: string): Promise<boolean> => {
  const entries = await readdir(root).catch(cannotWrite(configured));
  const isNew = !entries.includes('data');
  if (isNew) {
    const strangers = entries.filter(
      (name) => !['log', 'run'].includes(name) && !/^(data\.new|postgresql-)/.test(name),
    );
    if (strangers.length > 0)
      throw new Refusal(
        `${configured} holds something that is not a Gatehouse database (${strangers[0]}); move it away first.`,
      );
    return true;
  }
  const version = await readFile(join(root, 'data/PG_VERSION'), 'utf8').catch(() => '');
  if (version.trim() === majorVersion) return false;
  throw new Refusal(
    version
      ? `${configured} was written by PostgreSQL ${version.trim()}; this version of Gatehouse needs ${majorVersion}. Restore a backup into a new folder.`
      : `${configured}/data is not a PostgreSQL data folder; move it away first.`,
  );
};

const assertSpace = async (configured: string, root: string, isNew: boolean) => {
  const disk = await statfs(root);
  const freeMb = Math.floor((disk.bavail * disk.bsize) / 1024 / 1024);
  const needed = isNew ? leastFreeMb.toCreate : leastFreeMb.toStart;
  if (freeMb < needed)
    throw new Refusal(`The disk of ${configured} is full (${freeMb} MB left, at least ${needed} MB needed).`);
};

/** A folder whose socket path is short enough: beside the data, or elsewhere. */
export const socketFolder = async ({ root, account }: DatabaseFolder): Promise<string> => {
  const short = `gatehouse-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`;
  const candidates = [join(root, 'run'), join(tmpdir(), short), join('/tmp', short)];
  const path =
    candidates.find((candidate) => Buffer.byteLength(candidate) <= longestSocketFolder) ?? `/tmp/${short}`;
  await mkdir(path, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    const { uid } = await stat(path);
    const ours = [process.getuid?.(), account.uid];
    if (!ours.includes(uid)) throw new Refusal(`${path} belongs to another user; remove it.`);
  });
  await chmod(path, 0o700);
  if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid);
  return path;
};

const cannotWrite =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOSPC') throw new Refusal(`The disk of ${path} is full.`);
    if (['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? ''))
      throw new Refusal(`${path} cannot be written by this user; set GATEHOUSE_HOME to a folder that can.`);
    if (error.code === 'ENOTDIR' || error.code === 'EEXIST') throw new Refusal(`${path} is not a folder.`);
    throw error;
  };
