import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { terminal } from '@gatehouse/contract/resources/terminal/terminal.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { addRoute, type Facts, type HttpPorts, inTransaction } from '../../engine/http.ts';
import { initialValues } from '../../engine/operations/draft.ts';
import { insertRows } from '../../engine/operations/store.ts';
import type { RateLimits } from '../../platform/rateLimits.ts';
import type { Settings } from '../../platform/settings.ts';

/** Role every component's service account holds. */

const same = (given: string, expected: string): boolean =>
  timingSafeEqual(
    createHash('sha256').update(given).digest(),
    createHash('sha256').update(expected).digest(),
  );

type Registration = { name: string; type: string; comment: string };

const readBody = (body: unknown): Registration => {
  const { name, type, comment } = (body ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || name.trim() === '') throw fieldError('name', 'required');
  const known = terminal.fields.type.choices as readonly string[];
  if (typeof type !== 'string' || !known.includes(type))
    throw fieldError('type', 'invalid_choice', { value: String(type).slice(0, 64) });
  return {
    name: name.trim().slice(0, 128),
    type,
    comment: typeof comment === 'string' ? comment.slice(0, 1024) : '',
  };
};

const createAccount = async (given: Registration, ctx: Context) => {
  const taken = await ctx.db.rows(
    sql`select 1 from users_user where lower(username) = lower(${given.name}) union all select 1 from terminal_terminal where name = ${given.name}`,
  );
  if (taken.length) throw fieldError('name', 'unique');
  const [userId, keyId, terminalId] = [randomUUID(), randomUUID(), randomUUID()];
  const secret = randomBytes(27).toString('base64url').slice(0, 36);
  const account = {
    ...initialValues(ctx.engine.resource(user)),
    id: userId,
    name: given.name,
    username: given.name,
    email: `${createHash('sha256').update(given.name).digest('hex').slice(0, 24)}@local.domain`,
    comment: given.comment,
    is_service_account: true,
    is_first_login: false,
  };
  await insertRows(ctx.engine.resource(user), [account], ctx);
  await ctx.db.rows(
    sql`insert into rbac_rolebinding (id, "user", role, scope) values (${randomUUID()}, ${userId}, ${builtinRoles.systemComponent.id}, 'system')`,
  );
  await ctx.db.rows(sql`insert into authentication_accesskey (id, "user", secret, ip_group, is_active, date_created)
    values (${keyId}, ${userId}, ${ctx.engine.vault.seal(secret)}, '["*"]'::jsonb, true, now())`);
  await ctx.db.rows(sql`insert into terminal_terminal (id, name, type, remote_addr, command_storage, replay_storage, "user", is_deleted, comment, date_created)
    values (${terminalId}, ${given.name}, ${given.type}, ${ctx.remoteAddr}, 'default', 'default', ${userId}, false, ${given.comment}, now())`);
  return { userId, keyId, secret };
};

/** Lets components register with the bootstrap token; the access key's secret is shown only in this answer (reference 05 §8.1). */
export const addRegistration = (
  ports: HttpPorts,
  deps: { settings: Settings; limits: RateLimits; bootstrapToken: string },
): void => {
  for (const url of ['/api/v1/terminal/terminal-registrations/', '/api/v1/terminal/registration/'])
    addRoute(ports, {
      method: 'POST',
      url,
      need: 'public',
      noTransaction: true,
      handle: async (ctx, request) => {
        await deps.limits.take('registration', ctx.remoteAddr);
        if (!deps.settings.get('SECURITY_SERVICE_ACCOUNT_REGISTRATION'))
          throw new AppError('registration_off');
        const given =
          String(request.headers.authorization ?? '')
            .split(/\s+/)
            .at(-1) ?? '';
        if (!same(given, deps.bootstrapToken)) throw new AppError('authentication_failed');
        const body = readBody(request.body);
        const facts = {
          ...(request.facts as Facts),
          org: { id: SYSTEM_ORG_ID, name: 'SYSTEM', isRoot: false },
        };
        const { userId, keyId, secret } = await inTransaction(facts, ports, (tx) => createAccount(body, tx));
        return {
          status: 201,
          body: {
            ...body,
            remote_addr: ctx.remoteAddr,
            service_account: {
              id: userId,
              name: body.name,
              comment: body.comment,
              access_key: { id: keyId, secret, is_active: true },
            },
          },
        };
      },
    });
};
