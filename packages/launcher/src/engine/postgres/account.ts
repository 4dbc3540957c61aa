import { randomInt } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

/** The operating-system account PostgreSQL runs under; without ids it is our own. */
export interface Account {
  uid?: number;
  gid?: number;
}

// The range systemd hands out to services without a user of their own: no package or person is given one of these.
const freeUids = { from: 61_184, to: 65_520 };

/** Chooses the account for a data folder: PostgreSQL refuses root, so root hands over to an id nobody else has. */
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

/** The account that may run initdb, which insists on a name in the password file. */
export const namedAccount = (account: Account): Promise<Account> =>
  account.uid === undefined ? Promise.resolve(account) : nobody();

/** The account of every system that owns nothing. */
export const nobody = async (): Promise<{ uid: number; gid: number }> => {
  const entry = (await passwdEntries()).find(({ name }) => name === 'nobody');
  return entry ? { uid: entry.uid, gid: entry.gid } : { uid: 65_534, gid: 65_534 };
};

const passwdEntries = async () =>
  (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => {
    const [name, , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
