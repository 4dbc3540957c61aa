import {
  changeSubscription,
  getSubscription,
  listMessageBackends,
  listSubscriptions,
} from '@gatehouse/contract/calls/notifications.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { messageBackends } from '@gatehouse/contract/wire/siteMessages.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { plainPage } from '../../engine/routes/plainPage.ts';
import type { Settings } from '../../platform/settings.ts';
import { chooseChannels, receiveBackends } from './choice.ts';
import { isMailOn } from './mail/email.ts';

const own = async ({ actor, db }: Context) => ({
  user_id: actor.id,
  receive_backends: await receiveBackends(actor.id, db),
});

const onlyOwn = ({ user }: { user: string }, ctx: Context): void => {
  if (user !== ctx.actor.id) throw new AppError('object_does_not_exist');
};

/** Registers how messages reach a user: the channels on offer and the user's subscription. */
export const addSubscriptions = (ports: HttpPorts, settings: Settings): void => {
  bind(ports, listMessageBackends, async ({ ctx }) =>
    messageBackends
      .filter((name) => name !== 'email' || isMailOn(settings))
      .map((name) => ({ name, name_display: ctx.t(`messages.backends.${name}`) })),
  );
  bind(ports, listSubscriptions, async ({ ctx, request }) => plainPage([await own(ctx)], request, ctx));
  bind(ports, getSubscription, async ({ ctx, params }) => {
    onlyOwn(params, ctx);
    return own(ctx);
  });
  bind(ports, changeSubscription, async ({ ctx, params, body }) => {
    onlyOwn(params, ctx);
    const { receive_backends } = await body();
    if (receive_backends) await chooseChannels(ctx.actor.id, receive_backends, ctx.db);
    return own(ctx);
  });
};
