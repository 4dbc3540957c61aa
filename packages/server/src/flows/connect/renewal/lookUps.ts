import type { CompiledAccess } from '@gatehouse/policy/access/compileAccess.ts';
import type { Database } from '../../../platform/database.ts';
import { accessOf, accessOfEach } from '../../access/evaluate.ts';
import { factsOfAssets, factsOfUsers } from '../../accessRules/facts.ts';
import { type AssetRow, assetRows } from '../place/placeOf.ts';
import { validUsers } from '../redeem.ts';
import { factsOf } from '../rules.ts';

type User = { id: string; username: string };

/** What must be known about a running connection. */
export type LookUps = {
  /** Who may sign in; undefined for any other user. */
  user: (id: string) => Promise<User | undefined>;
  /** An asset in use; undefined for any other. */
  asset: (id: string) => Promise<AssetRow | undefined>;
  access: (user: User, asset: string) => Promise<CompiledAccess>;
  facts: typeof factsOf;
};

/** Reads each answer when it is needed. */
export const lookUpEach = (db: Database): LookUps => ({
  user: async (id) => (await validUsers([id], db))[0],
  asset: async (id) => (await assetRows([id], db))[0],
  access: (user, asset) => accessOf(user, asset, db),
  facts: factsOf,
});

/** Computes a value at the first call with an argument, and keeps it. */
const kept = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const made = new Map<Key, Value>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as Value;
  };
};

/** For many connections: reads what all of them need at once. */
export const lookUpTogether = async (
  connections: readonly { user: string; asset: string }[],
  db: Database,
): Promise<LookUps> => {
  const userIds = [...new Set(connections.map(({ user }) => user))];
  const assetIds = [...new Set(connections.map(({ asset }) => asset))];
  const users = new Map((await validUsers(userIds, db)).map((user) => [user.id, user]));
  const assets = new Map((await assetRows(assetIds, db)).map((asset) => [asset.id, asset]));
  const pairs = connections.flatMap(({ user, asset }) => {
    const known = users.get(user);
    return known ? [{ user: known, asset }] : [];
  });
  const access = await accessOfEach(pairs, db);
  const factsByAsset = kept((_all: 'all') => factsOfAssets(assetIds, db));
  const factsByUser = kept((org: string) => factsOfUsers(userIds, org, db));
  return {
    user: async (id) => users.get(id),
    asset: async (id) => assets.get(id),
    access: async (user, asset) => access(user, asset),
    facts: async (user, asset) => {
      const found = (await factsByAsset('all')).get(asset);
      const facts = found && (await factsByUser(found.org)).get(user);
      return facts && { user: facts, asset: found };
    },
  };
};
