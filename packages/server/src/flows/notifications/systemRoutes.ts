import {
  changeSystemSubscription,
  listSystemSubscriptions,
} from '@gatehouse/contract/calls/notifications.ts';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { messageSpec, systemMessages } from '@gatehouse/contract/messages/messages.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { formOf } from '../../engine/form.ts';
import type { HttpPorts } from '../../engine/http.ts';
import {
  knownReceivers,
  type Subscriber,
  type SystemSubscription,
  storeSubscription,
  subscribersOf,
  subscriptionOf,
} from './systemSubscriptions.ts';

/** Whether a channel can reach a user. */
const reaches = (backend: string, { email }: Subscriber): boolean =>
  backend === 'site_msg' || (backend === 'email' && email.includes('@'));

/** A message of the system with who gets it, as clients see it. */
const childOf = async (key: string, ctx: Context) => {
  const stored = await subscriptionOf(key, ctx.db);
  const chosen = { ...stored, ...(await knownReceivers(stored, ctx.db)) };
  const people = await subscribersOf(chosen, ctx.db);
  return {
    message_type: messageSpec(key)?.subscription ?? key,
    message_type_label: ctx.t(`messages.${key}.label`),
    ...chosen,
    receivers: people.map((person) => ({
      id: person.id,
      name: person.name,
      ...Object.fromEntries(chosen.receive_backends.map((name) => [name, reaches(name, person)])),
    })),
  };
};

const listed = async (ctx: Context) => {
  const byCategory = Map.groupBy(systemMessages, (key) => messageSpec(key)?.category ?? '');
  return Promise.all(
    [...byCategory].map(async ([category, keys]) => ({
      category,
      category_label: ctx.t(`messages.categories.${category}`),
      children: await Promise.all(keys.map((key) => childOf(key, ctx))),
    })),
  );
};

/** Form whose name the operate log shows for a change. */
const form = formOf('panels', 'systemmsgsubscription', {});

const record = async (key: string, before: readonly string[], after: readonly string[], ctx: Context) => {
  const diff: Record<string, [string, string]> = {
    [ctx.t('panels.systemmsgsubscription.fields.receivers')]: [before.join(', '), after.join(', ')],
  };
  const display = ctx.t(`messages.${key}.label`);
  await ctx.engine.record([{ action: 'update', resource: form, row: { id: key }, display, diff }], ctx);
};

/** Sets who gets a system message, and by which channels; fields left out stay as they are. */
export const chooseReceivers = async (
  key: string,
  sent: Partial<SystemSubscription>,
  ctx: Context,
): Promise<void> => {
  const before = await subscriptionOf(key, ctx.db);
  const wanted = { users: sent.users ?? before.users, groups: sent.groups ?? before.groups };
  const known = await knownReceivers(wanted, ctx.db);
  for (const name of ['users', 'groups'] as const)
    if (sent[name] && known[name].length < new Set(sent[name]).size)
      throw fieldError(name, 'object_does_not_exist');
  const receive_backends = [...new Set(sent.receive_backends ?? before.receive_backends)];
  const names = async () =>
    (await subscribersOf(await subscriptionOf(key, ctx.db), ctx.db)).map(({ name }) => name);
  const namesBefore = [...(await names()), ...before.receive_backends];
  await storeSubscription(messageSpec(key)?.subscription ?? key, { ...known, receive_backends }, ctx.db);
  await record(key, namesBefore, [...(await names()), ...receive_backends], ctx);
};

/** Registers who gets the messages of the system, and by which channels. */
export const addSystemSubscriptions = (ports: HttpPorts): void => {
  bind(ports, listSystemSubscriptions, ({ ctx }) => listed(ctx));
  bind(ports, changeSystemSubscription, async ({ ctx, params, body }) => {
    const key = systemMessages.find((name) => messageSpec(name)?.subscription === params.type);
    if (!key) throw new AppError('object_does_not_exist');
    await chooseReceivers(key, await body(), ctx);
    return childOf(key, ctx);
  });
};
