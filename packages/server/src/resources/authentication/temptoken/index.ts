import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { temptoken } from '@gatehouse/contract/resources/authentication/temptoken.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Database } from '../../../platform/database.ts';
import { instantOf } from '../../../platform/time.ts';

/** How long a temporary password is valid, in seconds. */
const validSeconds = 300;

const isValid = (row: Row<typeof temptoken>): boolean =>
  row.verified !== true && (instantOf(row.date_expired)?.getTime() ?? 0) > Date.now();

/** The caller's own temporary passwords, newest first. */
export const tempTokenBehaviour = (): Behaviour<typeof temptoken> => ({
  visibleTo: (ctx) => sql`t.username = ${ctx.actor.username}`,
  computed: { is_valid: (rows) => rows.map(isValid) },
  beforeWrite: ({ ctx, before }) =>
    before
      ? undefined
      : {
          username: ctx.actor.username,
          secret: ctx.engine.vault.seal(randomBytes(27).toString('base64url')),
          verified: false,
          date_expired: new Date(Date.now() + validSeconds * 1000).toISOString(),
        },
});

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const openTokensOf = (username: string, db: Database): Promise<{ id: string; secret: string }[]> =>
  db.rows(
    sql`select id::text as id, secret from authentication_temptoken where username = ${username} and not verified and date_expired > now()`,
  );

/** Whether a user has a temporary password that is valid and unused. */
export const hasTempToken = async (username: string, db: Database): Promise<boolean> =>
  (await openTokensOf(username, db)).length > 0;

/** Uses up a temporary password; returns whether it was valid and unused. */
export const takeTempToken = async (
  username: string,
  secret: string,
  vault: Vault,
  db: Database,
): Promise<boolean> => {
  const rows = await openTokensOf(username, db);
  const found = rows.find((row) => same(vault.open(row.secret), secret));
  if (!found) return false;
  const taken = await db.rows(
    sql`update authentication_temptoken set verified = true, date_verified = now(), date_updated = now() where id = ${found.id} and not verified returning id`,
  );
  return taken.length === 1;
};
