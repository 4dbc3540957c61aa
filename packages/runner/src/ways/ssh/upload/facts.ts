import { TargetFailure } from '../../../engine/targetFailure.ts';
import type { Machine } from '../machine.ts';
import { quote } from '../posix/quote.ts';
import { runScript } from '../posix/script.ts';

const sum = /^[0-9a-f]{64}$/;
const id = /^\d{1,10}$/;

/** The SHA-256 of a file as the machine computes it; undefined where it runs no commands or has no program for it. */
export const checkedSum = async (machine: Machine, path: string): Promise<string | undefined> => {
  const from = `< ${quote(path)}`;
  const told = await runScript(machine, {
    sum: `{ sha256sum ${from} || shasum -a 256 ${from} || sha256 -q ${from} || openssl dgst -sha256 ${from}; } | grep -o '[0-9a-f]\\{64\\}' | head -n 1`,
  }).catch(() => undefined);
  const found = told?.get('sum') ?? '';
  return sum.test(found) ? found : undefined;
};

/** The number of the user that the account is; undefined where the machine runs no commands. */
export const userId = async (machine: Machine): Promise<number | undefined> => {
  const told = await runScript(machine, { uid: 'id -u' }).catch(() => undefined);
  const found = told?.get('uid') ?? '';
  return id.test(found) ? Number(found) : undefined;
};

/** The numbers of a user, or `user:group`; without a group, that of the user. */
export const ownerIds = async (machine: Machine, owner: string): Promise<{ uid: number; gid: number }> => {
  const [user = '', group] = owner.split(':');
  const told = await runScript(machine, {
    uid: `id -u -- ${quote(user)} || id -u ${quote(user)}`,
    gid:
      group === undefined
        ? `id -g -- ${quote(user)} || id -g ${quote(user)}`
        : `{ getent group ${quote(group)} || grep ${quote(`^${group.replaceAll('.', '[.]')}:`)} /etc/group; } | head -n 1 | cut -d: -f3`,
  }).catch(() => undefined);
  const [uid, gid] = [told?.get('uid') ?? '', told?.get('gid') ?? ''];
  if (id.test(uid) && id.test(gid)) return { uid: Number(uid), gid: Number(gid) };
  throw new TargetFailure('failed', 'machine_owner_unknown', { owner });
};
