import { sql } from 'drizzle-orm';
import { referenceLength } from '../../../platform/secretStore/secretStore.ts';
import { type HeldSecret, rowsAtOnce, type SecretPlace } from '../secretPlace.ts';

/** Secrets of the account templates of all organizations. */
export const templateSecrets: SecretPlace = {
  first: '00000000-0000-0000-0000-000000000000',
  count: async (isInVault, db) =>
    (
      await db.rows<{ count: number }>(
        sql`select count(*)::int as count from accounts_accounttemplate t where t.secret like 'g1.%' and (length(split_part(t.secret, '.', 4)) = ${referenceLength}) = ${isInVault}`,
      )
    )[0]?.count ?? 0,
  next: (isInVault, after, db) =>
    db.rows<HeldSecret>(
      sql`select t.id::text as id, t.secret from accounts_accounttemplate t where t.id > ${after}::uuid and t.secret like 'g1.%'
        and (length(split_part(t.secret, '.', 4)) = ${referenceLength}) = ${isInVault} order by t.id limit ${rowsAtOnce}`,
    ),
  move: async (moves, db) =>
    (
      await db.rows<{ id: string }>(sql`update accounts_accounttemplate t
        set secret = split_part(t.secret, '.', 1) || '.' || split_part(t.secret, '.', 2) || '.' || split_part(t.secret, '.', 3) || '.' || m.to
        from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m(id uuid, "from" text, "to" text)
        where t.id = m.id and split_part(t.secret, '.', 4) = m.from returning t.id::text as id`)
    ).map(({ id }) => id),
};
