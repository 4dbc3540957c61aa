import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';
import type { Context } from '../../../engine/context.ts';
import type { Row, Written } from '../../../engine/resource.ts';
import { instantOf } from '../../../platform/time.ts';
import { type Superuser, staysLongEnough } from '../../lastSuperuser.ts';
import { forgetRoles, hasSystemAdmin, rolesOf } from '../../rolesOfUsers.ts';

const canSignIn = (row: Row<typeof user>): boolean => {
  const until = instantOf(row.date_expired);
  const isValid = row.is_active && (!until || until.getTime() > Date.now());
  return isValid && row.source === 'local' && row.password_hash !== null;
};

const degrades = ({ before, row, values }: Written<typeof user>): boolean => {
  if (!before || !canSignIn(before)) return false;
  const keepsRole = values.system_roles?.includes(builtinRoles.systemAdmin.id) ?? true;
  const [was, now] = [before.date_expired ?? null, row.date_expired ?? null];
  return !(keepsRole && canSignIn(row) && staysLongEnough(was, now));
};

/** Superusers who no longer are, or soon no longer will be, once a change is stored; asked before roles are. */
export const lostSuperusers = async (
  written: readonly Written<typeof user>[],
  ctx: Context,
): Promise<Superuser[]> => {
  const degraded = written.filter(degrades);
  if (degraded.length === 0) return [];
  forgetRoles(ctx);
  const roles = await rolesOf(
    degraded.map(({ row }) => row),
    ctx,
  );
  return degraded
    .filter(({ row }) => hasSystemAdmin(roles.get(row.id)))
    .map(({ row, before }) => ({ id: row.id, date_expired: before?.date_expired ?? null }));
};
