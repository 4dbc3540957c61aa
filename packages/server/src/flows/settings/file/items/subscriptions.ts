import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { messageSpec, systemMessages } from '@gatehouse/contract/messages/messages.ts';
import { type MessageBackend, messageBackends } from '@gatehouse/contract/wire/siteMessages.ts';
import type { Context } from '../../../../engine/context.ts';
import { textsIn } from '../../../../engine/resource.ts';
import { chooseReceivers } from '../../../notifications/systemRoutes.ts';
import { subscriptionOf } from '../../../notifications/systemSubscriptions.ts';
import type { Collection, Item } from './collection.ts';
import { receiverIds, receiverNames } from './receiverNames.ts';

const typeOf = (key: string): string => messageSpec(key)?.subscription ?? key;

const keyOf = (type: string): string => {
  const key = systemMessages.find((known) => typeOf(known) === type);
  if (!key) throw new AppError('object_does_not_exist');
  return key;
};

const channelsIn = (value: unknown): MessageBackend[] =>
  textsIn(value).map((name) => {
    const known = messageBackends.find((backend) => backend === name);
    if (!known) throw fieldError('receive_backends', 'invalid_choice', { value: name });
    return known;
  });

const idsIn = async (field: 'users' | 'groups', value: unknown, ctx: Context): Promise<string[]> => {
  const known = await receiverIds(field, textsIn(value), ctx.db);
  return textsIn(value).map((name) => {
    const found = known.get(name);
    if (!found) throw fieldError(field, 'name_unknown', { name });
    return found;
  });
};

/** Who gets system messages, and by which channels. */
export const subscriptions: Collection = {
  section: 'subscriptions',
  title: () => 'Receivers of the messages of the system',
  stored: async ({ db }) => {
    const found = new Map<string, Item>();
    for (const key of systemMessages) {
      const chosen = await subscriptionOf(key, db);
      const receive_backends = chosen.receive_backends.toSorted();
      const values = { receive_backends, ...(await receiverNames(chosen, db)) };
      found.set(typeOf(key), { values, secrets: new Map() });
    }
    return found;
  },
  places: () =>
    new Map([
      ['receive_backends', 'value'],
      ['users', 'value'],
      ['groups', 'value'],
    ]),
  write: async (type, { values }, ctx) => {
    const { receive_backends, users, groups } = values;
    await chooseReceivers(
      keyOf(type),
      {
        ...(receive_backends !== undefined && { receive_backends: channelsIn(receive_backends) }),
        ...(users !== undefined && { users: await idsIn('users', users, ctx) }),
        ...(groups !== undefined && { groups: await idsIn('groups', groups, ctx) }),
      },
      ctx,
    );
  },
};
