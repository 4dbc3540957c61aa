import { unbindMessenger, unbindOwnMessenger } from '@gatehouse/contract/calls/signIn/authentication.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { isUuid } from '../../platform/database.ts';
import { forgetMessenger, type Messenger, messengers } from '../../resources/users/user/statements.ts';

const messengerOf = (backend: string): Messenger => {
  const found = messengers.find((messenger) => messenger === backend);
  if (!found) throw new AppError('not_found');
  return found;
};

const unbind = async (messenger: Messenger, userId: string, ctx: Context): Promise<undefined> => {
  const row = isUuid(userId) ? await forgetMessenger(messenger, userId, ctx.db) : undefined;
  if (!row)
    throw new AppError('error', {}, { messageKey: 'not_bound', extra: { code: `${messenger}_not_bound` } });
  const diff: Record<string, [string, string]> = {
    [ctx.t(`users.user.fields.${messenger}_id`)]: ['******', ''],
  };
  await ctx.engine.record(
    [
      {
        action: 'update',
        resource: ctx.engine.resource(userDefinition),
        row,
        display: `${row.name}(${row.username})`,
        diff,
      },
    ],
    ctx,
  );
  return undefined;
};

/** Registers unlinking a messenger account: the user's own after a confirmation, any by a superuser. */
export const addUnbind = (ports: HttpPorts): void => {
  bind(ports, unbindOwnMessenger, async ({ ctx, params }) =>
    unbind(messengerOf(params.backend), ctx.actor.id, ctx),
  );
  bind(ports, unbindMessenger, async ({ ctx, params }) =>
    unbind(messengerOf(params.backend), params.user, ctx),
  );
};
