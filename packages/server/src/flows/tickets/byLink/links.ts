import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Cache } from '../../../platform/cache.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Database } from '../../../platform/database.ts';
import { allTickets } from '../../../resources/tickets/ticket/relations.ts';
import { waitingFor } from '../../../resources/tickets/ticket/waiting.ts';
import { hashOf, newSecret } from '../../../resources/users/user/sessions.ts';

/** How many seconds a link is valid. */
const linkSeconds = 3600;

/** What a link is for: one level of one ticket, decided by one user. */
export type DecisionLink = { ticket: string; user: string; step: 1 | 2 };

/** A link as stored, with the key of its use. */
export type FoundLink = DecisionLink & { use: string };

const keyOf = (nonce: string) => `ticket_link:${hashOf(nonce)}`;

const textOf = (nonce: string, { ticket, user, step }: DecisionLink): string =>
  [nonce, ticket, user, step].join('|');

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Path of the page on which a token decides. */
export const decisionPath = (token: string): string =>
  `/core/tickets/direct-approve/${encodeURIComponent(token)}/`;

/** The address of that page. */
export const decisionUrl = (site: string, token: string): string => new URL(decisionPath(token), site).href;

/**
 * Links by which a reviewer decides on a ticket without signing in: signed, for one user and one level, valid for an
 * hour, used once (docs/decisions/0388).
 */
export const createDecisionLinks = (deps: { cache: Cache; db: Database; vault: Pick<Vault, 'marks'> }) => {
  const { cache, db, vault } = deps;
  return {
    /** The token of a new link; undefined when the ticket does not wait for this user. */
    make: async (user: string, ticket: string): Promise<string | undefined> => {
      const [found] = await db.rows<{ step: 1 | 2 }>(
        sql`select t.approval_step::int as step from ${allTickets} t where t.id = ${ticket} and ${waitingFor(user)}`,
      );
      if (!found) return undefined;
      const nonce = newSecret();
      const link = { ticket, user, step: found.step };
      await cache.set(keyOf(nonce), link, linkSeconds, db);
      return `${nonce}.${vault.marks('decision', textOf(nonce, link))[0]}`;
    },
    /** The link of a token; undefined when it has expired, or was not signed here. */
    find: async (token: string): Promise<FoundLink | undefined> => {
      const [nonce = '', mark = ''] = token.split('.');
      const link = nonce ? await cache.get<DecisionLink>(keyOf(nonce), db) : undefined;
      const isOurs = link && vault.marks('decision', textOf(nonce, link)).some((one) => isSame(one, mark));
      return isOurs ? { ...link, use: `${keyOf(nonce)}:used` } : undefined;
    },
    /**
     * Uses a link, in the transaction of the decision; false when it was used before. Two uses wait for each other.
     */
    use: async ({ use }: FoundLink, tx: Database): Promise<boolean> =>
      (await cache.increment(use, linkSeconds, tx)) === 1,
  };
};

/** The store of links that decide. */
export type DecisionLinks = ReturnType<typeof createDecisionLinks>;
