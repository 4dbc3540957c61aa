import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { registerComponent } from '@gatehouse/contract/calls/terminal.ts';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type Facts, type HttpPorts, inTransaction } from '../../engine/http.ts';
import { initialValues } from '../../engine/operations/draft.ts';
import { insertRows } from '../../engine/operations/store.ts';
import type { RateLimits } from '../../platform/limits/rateLimits.ts';
import type { Settings } from '../../platform/settings.ts';
import { formatDatetime } from '../../platform/time.ts';
import { addAccessKey } from '../../resources/authentication/accesskey/statements.ts';
import { bindRoles } from '../../resources/rbac/rolebinding/statements.ts';
import { allTerminals, disabledComponents } from '../../resources/terminal/terminal/relations.ts';
import { addTerminal } from '../../resources/terminal/terminal/statements.ts';
import { allUsers } from '../../resources/users/user/relations.ts';

const same = (value: string, expected: string): boolean =>
  timingSafeEqual(
    createHash('sha256').update(value).digest(),
    createHash('sha256').update(expected).digest(),
  );

type Registration = BodyOf<typeof registerComponent>;

/**
 * Refuses registrations from the address of a disabled component: it must not come back under another name.
 */
const refuseDisabled = async (ctx: Context): Promise<void> => {
  const disabled = await ctx.db.rows(
    sql`select from ${disabledComponents} d where d.remote_addr = ${ctx.remoteAddr} limit 1`,
  );
  if (disabled.length) throw new AppError('component_disabled');
};

const createAccount = async (registration: Registration, ctx: Context) => {
  const taken = await ctx.db.rows(
    sql`select 1 from ${allUsers} u where lower(username) = lower(${registration.name}) union all select 1 from ${allTerminals} t where name = ${registration.name}`,
  );
  if (taken.length) throw fieldError('name', 'unique');
  const [userId, keyId] = [randomUUID(), randomUUID()];
  const secret = randomBytes(27).toString('base64url').slice(0, 36);
  const account = {
    ...initialValues(ctx.engine.resource(user)),
    id: userId,
    name: registration.name,
    username: registration.name,
    email: `${createHash('sha256').update(registration.name).digest('hex').slice(0, 24)}@local.domain`,
    comment: registration.comment,
    is_service_account: true,
    is_first_login: false,
  };
  await insertRows(ctx.engine.resource(user), [account], ctx);
  const role = builtinRoles.systemComponent.id;
  await bindRoles([{ user: userId, role, scope: 'system', org: null }], ctx.db);
  await addAccessKey({ id: keyId, userId, sealedSecret: ctx.engine.vault.seal(secret) }, ctx.db);
  await addTerminal({ ...registration, userId, remoteAddr: ctx.remoteAddr }, ctx.db);
  return { userId, keyId, secret };
};

/**
 * Lets components register with the bootstrap token; only the answer to a registration shows the secret of
 * the access key (reference 05 §8.1).
 */
export const addRegistration = (
  ports: HttpPorts,
  deps: { settings: Settings; limits: RateLimits; bootstrapToken: string },
): void =>
  bind(
    ports,
    registerComponent,
    async ({ ctx, request, body }) => {
      await deps.limits.take('registration', ctx.remoteAddr);
      if (!deps.settings.get('SECURITY_SERVICE_ACCOUNT_REGISTRATION')) throw new AppError('registration_off');
      const token =
        String(request.headers.authorization ?? '')
          .split(/\s+/)
          .at(-1) ?? '';
      if (!same(token, deps.bootstrapToken))
        throw new AppError(ctx.actor.id ? 'permission_denied' : 'authentication_failed');
      const registration = await body();
      const facts = {
        ...(request.facts as Facts),
        org: { id: SYSTEM_ORG_ID, name: 'SYSTEM', isRoot: false },
      };
      const { userId, keyId, secret } = await inTransaction(facts, ports, async (tx) => {
        await refuseDisabled(tx);
        return createAccount(registration, tx);
      });
      return {
        ...registration,
        remote_addr: ctx.remoteAddr,
        service_account: {
          id: userId,
          name: registration.name,
          comment: registration.comment,
          access_key: {
            ...{ id: keyId, secret, is_active: true, ip_group: ['*'] },
            ...{ date_created: formatDatetime(new Date(), ctx.zone), date_last_used: null },
          },
        },
      };
    },
    { noTransaction: true },
  );
