import type { Message } from '@gatehouse/contract/errors.ts';
import { MOST_SWITCHES, type switchingSchema, UPLOAD_METHOD } from '@gatehouse/contract/wire/machineWork.ts';
import type { z } from 'zod';
import type { Context } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import {
  type AccountBefore,
  accountsBefore,
  type SealedAccount,
} from '../../resources/accounts/account/secrets.ts';
import { withheldAmong } from '../access/withheld.ts';
import { secretOf } from '../connect/place/placeOf.ts';
import type { Way } from './methodProtocol.ts';

/** The accounts from which one switches, the one that signs in first, and how. */
export type Chain = { method: 'sudo' | 'su'; from: readonly SealedAccount[] };

/** Files are sent, and commands of administrators said, by the account that signs in. */
const bySigner: readonly string[] = [UPLOAD_METHOD, 'change_secret_by_ssh'];

/** Whether work by this method can be done as an account that switches. */
export const maySwitch = (method: string, { protocol }: Way): boolean =>
  protocol === 'ssh' && !bySigner.includes(method);

const signsIn = ({ secret, secret_type }: SealedAccount): boolean =>
  Boolean(secret) && ['password', 'ssh_key'].includes(secret_type);

const chainOf = (rows: readonly AccountBefore[]): Chain | { reason: Message } => {
  const [login] = rows;
  const method = login?.method ?? 'sudo';
  if (method !== 'sudo' && method !== 'su') return { reason: { key: 'work_su_method', params: { method } } };
  if (rows.length > MOST_SWITCHES)
    return { reason: { key: 'work_su_long', params: { count: MOST_SWITCHES } } };
  const broken = rows.find((row) => !row.is_active) ?? (login && !signsIn(login) ? login : undefined);
  if (broken) return { reason: { key: 'work_su_from', params: { username: broken.username } } };
  return { method, from: rows };
};

/** For accounts that switch from others: from which ones, or why that cannot be done. */
export type Chains = ReadonlyMap<string, Chain | { reason: Message }>;

/** How accounts switch, where their platforms allow it. */
export const chainsOf = async (accounts: readonly string[], db: Database): Promise<Chains> => {
  const rows = accounts.length ? await accountsBefore(accounts, MOST_SWITCHES, db) : [];
  return new Map(
    [...Map.groupBy(rows, ({ account }) => account)].map(([account, some]) => [account, chainOf(some)]),
  );
};

/** The chain with its secrets opened. */
export const openedChain = async (
  chain: Chain | undefined,
  ctx: Context,
): Promise<z.output<typeof switchingSchema> | null> => {
  if (!chain) return null;
  const from = [];
  for (const account of chain.from) from.push(await secretOf(account, account.name, ctx));
  return { method: chain.method, from };
};

/**
 * Targets that would sign in with an account which a check-out keeps from their user, each with its username. The
 * account to which they switch is judged with the permissions (decision 0472).
 */
export const withheldBefore = async (
  targets: readonly { id: string; user: string | undefined; chain: Chain }[],
  db: Database,
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (const [user, some] of Map.groupBy(targets, (target) => target.user)) {
    const ids = some.flatMap(({ chain }) => chain.from.map(({ id }) => id));
    const withheld = await withheldAmong(ids, user, db);
    for (const { id, chain } of some) {
      const kept = chain.from.find((account) => withheld.has(account.id));
      if (kept) found.set(id, kept.username);
    }
  }
  return found;
};
