import { sql } from 'drizzle-orm';
import {
  type HeldSecret,
  heldIn,
  isOfMove,
  movedSecret,
  rowsAtOnce,
  type SecretPlace,
} from '../secretPlace.ts';

/** The records with their new secrets, and with their old ones, as places name them. */
const withNew = sql`(select id, new_secret as secret from accounts_changesecretrecord)`;
const withOld = sql`(select id, old_secret as secret from accounts_changesecretrecord)`;

/** The new secrets of all changes. */
export const changedSecrets: SecretPlace = {
  first: '00000000-0000-0000-0000-000000000000',
  count: async (isInVault, db) =>
    (
      await db.rows<{ count: number }>(
        sql`select count(*)::int as count from ${withNew} t where ${heldIn(isInVault)}`,
      )
    )[0]?.count ?? 0,
  next: (isInVault, after, db) =>
    db.rows<HeldSecret>(
      sql`select t.id::text as id, t.secret from ${withNew} t where t.id > ${after}::uuid and ${heldIn(isInVault)}
        order by t.id limit ${rowsAtOnce}`,
    ),
  move: async (moves, db) =>
    (
      await db.rows<{ id: string }>(sql`update accounts_changesecretrecord r set new_secret = ${movedSecret}
        from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m(id uuid, "from" text, "to" text), ${withNew} t
        where ${isOfMove} and r.id = t.id and r.new_secret = t.secret returning r.id::text as id`)
    ).map(({ id }) => id),
};

/** The secrets that accounts had before their changes. */
export const replacedSecrets: SecretPlace = {
  first: '00000000-0000-0000-0000-000000000000',
  count: async (isInVault, db) =>
    (
      await db.rows<{ count: number }>(
        sql`select count(*)::int as count from ${withOld} t where ${heldIn(isInVault)}`,
      )
    )[0]?.count ?? 0,
  next: (isInVault, after, db) =>
    db.rows<HeldSecret>(
      sql`select t.id::text as id, t.secret from ${withOld} t where t.id > ${after}::uuid and ${heldIn(isInVault)}
        order by t.id limit ${rowsAtOnce}`,
    ),
  move: async (moves, db) =>
    (
      await db.rows<{ id: string }>(sql`update accounts_changesecretrecord r set old_secret = ${movedSecret}
        from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m(id uuid, "from" text, "to" text), ${withOld} t
        where ${isOfMove} and r.id = t.id and r.old_secret = t.secret returning r.id::text as id`)
    ).map(({ id }) => id),
};
