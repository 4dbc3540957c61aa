import { user } from '@gatehouse/contract/resources/users/user.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { diffOf } from '../../engine/operations/audit.ts';
import { updateRow } from '../../engine/operations/store.ts';
import type { Values } from '../../engine/resource.ts';
import { notify } from '../notifications/notify.ts';
import { ownRow } from './profileBody.ts';

/** Stores columns of the user's own row, logs what changed, and notifies the user of a changed public key. */
export const changeOwnRow = async (userId: string, values: Values, ctx: Context): Promise<void> => {
  const resource = ctx.engine.resource(user);
  const before = await ownRow(userId, ctx);
  const row = await updateRow(resource, userId, { ...values, date_updated: new Date().toISOString() }, ctx);
  const diff = diffOf(
    resource,
    { before, after: row, linksBefore: undefined, linksAfter: undefined, names: Object.keys(values) },
    ctx,
  );
  if (values.public_key !== undefined && before.public_key !== row.public_key) {
    // The log records that a key was changed, but not the key itself.
    const sides = [before.public_key, row.public_key].map((key) => (key ? '******' : ''));
    diff[ctx.t('users.user.fields.public_key')] = sides as [string, string];
    const params = { by: displayOf(ctx.actor), ip: ctx.remoteAddr };
    await notify([userId], { key: 'public_key_changed', params }, ctx.db);
  }
  if (Object.keys(diff).length)
    await ctx.engine.record([{ action: 'update', resource, row, diff, display: displayOf(ctx.actor) }], ctx);
};
