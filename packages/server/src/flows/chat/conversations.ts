import { randomUUID } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { chatconversation } from '@gatehouse/contract/resources/settings/chatconversation.ts';
import type { ChatTurn } from '@gatehouse/contract/wire/chat.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour } from '../../engine/resource.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/database.ts';

/** Maximum number of conversations stored per user; the longest unused are deleted first. */
const mostConversations = 100;
/** Maximum number of turns stored per conversation. */
const mostTurns = 200;
/**
 * Maximum number of characters stored per conversation; the oldest turns are deleted first, the newest stays
 * whatever its size.
 */
const mostCharacters = 400_000;
const titleLength = 80;

type Deps = { db: Database; vault: Vault };

const turnsIn = (sealed: unknown, vault: Vault): ChatTurn[] =>
  sealed ? (JSON.parse(vault.open(String(sealed))) as ChatTurn[]) : [];

const keptTurns = (turns: readonly ChatTurn[]): readonly ChatTurn[] => {
  let left = mostCharacters;
  const latest = turns.slice(-mostTurns);
  const lastTooMany = latest.findLastIndex(({ content }, at) => {
    left -= content.length;
    return left < 0 && at < latest.length - 1;
  });
  return latest.slice(lastTooMany + 1);
};

const sealedTurns = (turns: readonly ChatTurn[], vault: Vault) =>
  vault.seal(JSON.stringify(keptTurns(turns)));

/** Questions and answers of a user. Only that user can read them; not even superusers can. */
export const chatConversationBehaviour = ({
  vault,
}: {
  vault: Vault;
}): Behaviour<typeof chatconversation> => ({
  visibleTo: (ctx) => sql`t."user" = ${ctx.actor.id || null}`,
  computed: { messages: (rows) => rows.map((row) => turnsIn(row.turns, vault)) },
});

const removeSurplus = (user: string, db: Database) =>
  db.rows(sql`delete from settings_chatconversation where id in (select id from settings_chatconversation
    where "user" = ${user} order by date_updated desc, id offset ${mostConversations})`);

/** Stores the users' conversations. */
export const createConversations = ({ db, vault }: Deps) => ({
  /** Starts a conversation with its first question; returns its id. */
  start: async (user: string, question: ChatTurn): Promise<string> => {
    const id = randomUUID();
    const title = vault.seal(question.content.replace(/\s+/g, ' ').slice(0, titleLength));
    await db.rows(sql`insert into settings_chatconversation (id, title, turns, "user", date_created, date_updated)
      values (${id}, ${title}, ${sealedTurns([question], vault)}, ${user}, now(), now())`);
    await removeSurplus(user, db);
    return id;
  },
  /** Adds a turn; returns all of them. Fails if the user has no such conversation. */
  add: (id: string, user: string, turn: ChatTurn): Promise<ChatTurn[]> =>
    db.transaction(async (tx) => {
      const [row] = await tx.rows<{ turns: string }>(
        sql`select turns from settings_chatconversation where id = ${id} and "user" = ${user} for update`,
      );
      if (!row) throw new AppError('object_does_not_exist', {}, { messageKey: 'chat_conversation_gone' });
      const turns = [...turnsIn(row.turns, vault), turn];
      await tx.rows(
        sql`update settings_chatconversation set turns = ${sealedTurns(turns, vault)}, date_updated = now() where id = ${id}`,
      );
      return turns;
    }),
  /** Whether a conversation belongs to a user. */
  isOf: async (id: string, user: string): Promise<boolean> =>
    (await db.rows(sql`select 1 from settings_chatconversation where id = ${id} and "user" = ${user}`))
      .length > 0,
});

/** The store of conversations. */
export type Conversations = ReturnType<typeof createConversations>;
