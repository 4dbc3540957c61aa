import { sql } from 'drizzle-orm';
import {
  type HeldSecret,
  heldIn,
  isOfMove,
  movedSecret,
  rowsAtOnce,
  type SecretPlace,
} from '../secretPlace.ts';

/** Secrets of the accounts of all organizations. */
export const accountSecrets: SecretPlace = {
  first: '00000000-0000-0000-0000-000000000000',
  count: async (isInVault, db) =>
    (
      await db.rows<{ count: number }>(
        sql`select count(*)::int as count from accounts_account t where ${heldIn(isInVault)}`,
      )
    )[0]?.count ?? 0,
  next: (isInVault, after, db) =>
    db.rows<HeldSecret>(
      sql`select t.id::text as id, t.secret from accounts_account t where t.id > ${after}::uuid and ${heldIn(isInVault)}
        order by t.id limit ${rowsAtOnce}`,
    ),
  move: async (moves, db) =>
    (
      await db.rows<{ id: string }>(sql`update accounts_account t
        set secret = ${movedSecret}
        from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m(id uuid, "from" text, "to" text)
        where ${isOfMove} returning t.id::text as id`)
    ).map(({ id }) => id),
};

/** The history of the secrets of accounts, of all organizations. */
export const pastSecrets: SecretPlace = {
  first: '0',
  count: async (isInVault, db) =>
    (
      await db.rows<{ count: number }>(
        sql`select count(*)::int as count from accounts_historicalaccount t where ${heldIn(isInVault)}`,
      )
    )[0]?.count ?? 0,
  next: (isInVault, after, db) =>
    db.rows<HeldSecret>(
      sql`select t.id::text as id, t.secret from accounts_historicalaccount t where t.id > ${after}::bigint and ${heldIn(isInVault)}
        order by t.id limit ${rowsAtOnce}`,
    ),
  move: async (moves, db) =>
    (
      await db.rows<{ id: string }>(sql`update accounts_historicalaccount t
        set secret = ${movedSecret}
        from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m(id bigint, "from" text, "to" text)
        where ${isOfMove} returning t.id::text as id`)
    ).map(({ id }) => id),
};
