import { randomInt } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

/** The operating-system account of PostgreSQL; without ids it is our own. */
export interface Account {
  uid?: number;
  gid?: number;
}

// The range systemd uses for dynamic service users: no package or human gets one of these.
const freeUids = { from: 61_184, to: 65_520 };

/**
 * Chooses the account for a data folder. PostgreSQL refuses root, so under root this is the owner of existing
 * data, or else an unused id.
 */
export const accountFor = async (dataFolder: string): Promise<Account> => {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(dataFolder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const taken = new Set((await passwdEntries()).map((entry) => entry.uid));
  let uid: number;
  do uid = randomInt(freeUids.from, freeUids.to);
  while (taken.has(uid));
  return { uid, gid: uid };
};

/** The account for initdb, which requires a name in the password file. */
export const namedAccount = (account: Account): Promise<Account> =>
  account.uid === undefined ? Promise.resolve(account) : nobody();

/** The unprivileged account every system has. */
export const nobody = async (): Promise<{ uid: number; gid: number }> => {
  const entry = (await passwdEntries()).find(({ name }) => name === 'nobody');
  return entry ? { uid: entry.uid, gid: entry.gid } : { uid: 65_534, gid: 65_534 };
};

const passwdEntries = async () =>
  (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => {
    const [name, , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
