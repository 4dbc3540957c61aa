import { user } from '@gatehouse/contract/resources/users/user.ts';
import type { Context } from '../../engine/context.ts';

/** Logs what was done to a user; by default without the changed value. */
export const noteOnUser = (
  row: { id: string; name: string; username: string },
  action: string,
  label: string,
  ctx: Context,
  sides: [string, string] = ['', '******'],
): Promise<void> =>
  ctx.engine.record(
    [
      {
        action,
        resource: ctx.engine.resource(user),
        row,
        display: `${row.name}(${row.username})`,
        diff: { [ctx.t(`users.user.fields.${label}`)]: sides },
      },
    ],
    ctx,
  );
