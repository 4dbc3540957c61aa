import type { Context } from '../../engine/context.ts';
import type { Row } from '../../engine/resource.ts';

/** Logs what was done to a user, without telling the value that was changed. */
export const noteOnUser = (
  row: Row,
  action: string,
  label: string,
  ctx: Context,
  sides: [string, string] = ['', '******'],
): Promise<void> =>
  ctx.engine.record(
    [
      {
        action,
        resource: ctx.engine.resource('users.user'),
        row,
        display: `${String(row.name)}(${String(row.username)})`,
        diff: { [ctx.t(`users.user.fields.${label}`)]: sides },
      },
    ],
    ctx,
  );
