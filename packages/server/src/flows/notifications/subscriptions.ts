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

const own = (ctx: Context) => ({ user_id: ctx.actor.id, receive_backends: [...messageBackends] });

const onlyOwn = ({ user }: { user: string }, ctx: Context): void => {
  if (user !== ctx.actor.id) throw new AppError('object_does_not_exist');
};

/** Registers how messages reach a user: the channels on offer and the user's subscription. */
export const addSubscriptions = (ports: HttpPorts): void => {
  bind(ports, listMessageBackends, async ({ ctx }) =>
    messageBackends.map((name) => ({ name, name_display: ctx.t(`messages.backends.${name}`) })),
  );
  bind(ports, listSubscriptions, async ({ ctx, request }) => plainPage([own(ctx)], request, ctx));
  bind(ports, getSubscription, async ({ ctx, params }) => {
    onlyOwn(params, ctx);
    return own(ctx);
  });
  bind(ports, changeSubscription, async ({ ctx, params, body }) => {
    onlyOwn(params, ctx);
    // Site messages are the only channel on offer and cannot be switched off, so the body changes nothing.
    await body();
    return own(ctx);
  });
};
