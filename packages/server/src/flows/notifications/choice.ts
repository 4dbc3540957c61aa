import { type MessageBackend, messageBackends } from '@gatehouse/contract/wire/siteMessages.ts';
import type { Database } from '../../platform/database.ts';
import { preferencesOf, storePreference } from '../../resources/users/user/statements.ts';

const place = { category: 'notifications', name: 'receive_backends' } as const;

/** Channels that a user has chosen for messages; undefined: every one that reaches the user. */
export const chosenChannels = async (
  userId: string,
  db: Database,
): Promise<readonly string[] | undefined> => {
  const chosen = (await preferencesOf(userId, place.category, db)).get(place.name);
  return Array.isArray(chosen) ? chosen.map(String) : undefined;
};

/** Stores a user's choice. */
export const chooseChannels = (userId: string, names: readonly string[], db: Database): Promise<void> =>
  storePreference(userId, { ...place, value: names }, db);

/** A user's channels as clients know them. */
export const receiveBackends = async (userId: string, db: Database): Promise<MessageBackend[]> => {
  const chosen = await chosenChannels(userId, db);
  return messageBackends.filter((name) => name === 'site_msg' || !chosen || chosen.includes(name));
};
