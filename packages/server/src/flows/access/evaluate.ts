import { actionBits, type PermissionAction } from '@gatehouse/contract/permissions/actionBits.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { instantOf } from '../../platform/time.ts';

/** How an account may be used on one asset: the union of every valid permission that grants it. */
export type PermedAccount = {
  /** Account name, or `@INPUT`, `@USER`, `@ANON`. */
  alias: string;
  id: string | null;
  name: string;
  username: string;
  secret_type: string;
  has_secret: boolean;
  /** Granted as the account of the user's own name (`@USER`), be it on the asset or not. */
  is_own: boolean;
  /** Bits of `actionBits`. */
  actions: number;
  /** Latest end of the granting permissions. */
  date_expired: Date;
};

/** Everything a user may do on an asset; no account means no access. */
export type Access = { accounts: PermedAccount[]; protocols: string[] };

type Permission = {
  id: string;
  accounts: string[];
  protocols: string[];
  actions: number;
  date_expired: string;
};
type Account = { id: string; name: string; username: string; secret_type: string; has_secret: boolean };

/** Whether the bits hold an action. */
export const allows = (bits: number, action: PermissionAction): boolean =>
  (bits & (1 << actionBits.indexOf(action))) !== 0;

/** Valid permissions that link the user (directly or by group) with the asset (directly or by a node above it). */
const permissionsFor = (userId: string, assetId: string, db: Database): Promise<Permission[]> =>
  db.rows<Permission>(
    sql`select id, accounts, protocols, actions, date_expired from perms_permissions_for(${userId}, ${assetId})`,
  );

const accountsOf = (assetId: string, db: Database): Promise<Account[]> =>
  db.rows<Account>(sql`select id::text as id, name, username, secret_type, coalesce(secret, '') <> '' as has_secret
    from accounts_account where asset = ${assetId} and is_active order by privileged desc, name`);

/** Grants by alias: union of actions, latest end. */
type Grants = Map<string, { actions: number; until: Date; isOwn: boolean }>;

const grantsOf = (permissions: Permission[], accounts: Account[], username: string): Grants => {
  const grants: Grants = new Map();
  const add = (alias: string, permission: Permission, isOwn = false) => {
    const until = instantOf(permission.date_expired) ?? new Date(0);
    const found = grants.get(alias);
    grants.set(alias, {
      actions: (found?.actions ?? 0) | permission.actions,
      until: found && found.until > until ? found.until : until,
      isOwn: isOwn || found?.isOwn === true,
    });
  };
  for (const permission of permissions) {
    const named = new Set(permission.accounts);
    for (const account of accounts)
      if (named.has('@ALL') || named.has(account.username)) add(account.name, permission);
    const same = accounts.filter((account) => account.username === username);
    if (named.has('@USER'))
      for (const alias of same.length ? same.map((account) => account.name) : ['@USER'])
        add(alias, permission, true);
    for (const alias of ['@INPUT', '@ANON']) if (named.has(alias)) add(alias, permission);
  }
  return grants;
};

const virtualUsername: Record<string, (username: string) => string> = {
  '@INPUT': () => '@INPUT',
  '@USER': (username) => username,
  '@ANON': () => '@ANON',
};

/** Decides what a user may do on an asset (reference 04 §13.4). The caller has checked that user and asset are valid. */
export const accessOf = async (
  user: { id: string; username: string },
  assetId: string,
  db: Database,
): Promise<Access> => {
  const permissions = await permissionsFor(user.id, assetId, db);
  if (permissions.length === 0) return { accounts: [], protocols: [] };
  const accounts = await accountsOf(assetId, db);
  const byName = new Map(accounts.map((account) => [account.name, account]));
  const granted = [...grantsOf(permissions, accounts, user.username)].map(([alias, grant]): PermedAccount => {
    const account = byName.get(alias);
    const facts = account ?? {
      id: null,
      name: alias,
      username: virtualUsername[alias]?.(user.username) ?? alias,
      secret_type: 'password',
      has_secret: false,
    };
    return {
      alias,
      ...facts,
      is_own: grant.isOwn,
      actions: grant.actions,
      date_expired: grant.until,
    };
  });
  return {
    accounts: granted,
    protocols: [...new Set(permissions.flatMap((permission) => permission.protocols))],
  };
};

/** Why a connection is refused, or the account it may use. */
export type Verdict =
  | { account: PermedAccount; refusal?: undefined }
  | { account?: undefined; refusal: 'perm_account_invalid' | 'perm_expired' };

/** May this user connect to this asset as this account (alias, name or id) over this protocol? */
export const judge = (access: Access, wanted: { account: string; protocol: string }): Verdict => {
  const protocolOk = access.protocols.includes('all') || access.protocols.includes(wanted.protocol);
  const account = access.accounts.find(
    (one) => one.alias === wanted.account || one.id === wanted.account || one.name === wanted.account,
  );
  if (!protocolOk || !account || !allows(account.actions, 'connect'))
    return { refusal: 'perm_account_invalid' };
  return account.date_expired.getTime() <= Date.now() ? { refusal: 'perm_expired' } : { account };
};
