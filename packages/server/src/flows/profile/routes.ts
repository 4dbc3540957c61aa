import { AppError, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { type Context, displayOf } from '../../engine/context.ts';
import { describeForm, readForm } from '../../engine/form.ts';
import {
  type Answer,
  addRoute,
  type HttpPorts,
  inTransaction,
  queryOf,
  refusedByHand,
} from '../../engine/http.ts';
import { isUuid } from '../../platform/database.ts';
import { checkPublicKey } from '../../resources/users/user/index.ts';
import { isAnyAdmin, rolesOf } from '../../resources/users/user/rolesOfUsers.ts';
import { judgePassword, storePassword } from '../../resources/users/user/setPassword.ts';
import { isOwnPassword, type ProofDeps } from '../credentials/proof.ts';
import { forgetInitialPassword } from '../firstStart/firstStart.ts';
import { findPerson, type Person } from '../identify/person.ts';
import { notify } from '../notifications/notify.ts';
import { changeOwnRow } from './changeOwnRow.ts';
import { passwordForm, profileForm, publicKeyForm } from './forms.ts';
import { addKeyPair } from './keyPair.ts';
import { ownRow, type ProfileDeps, profileBody } from './profileBody.ts';
import { keyFactsOf } from './publicKey.ts';

const base = '/api/v1/users/profile/';

type Deps = ProfileDeps & ProofDeps & { home: string };

/** The signed-in person, or the owner of a valid connection token. */
const personOf = async (request: FastifyRequest, ctx: Context): Promise<Person> => {
  if (request.signedIn) return request.signedIn.person;
  const token = queryOf(request).get('token');
  const found = isUuid(token)
    ? await findPerson(
        sql`u.is_active and u.id = (select k."user" from authentication_connectiontoken k where k.id = ${token} and k.is_active and k.date_expired > now())`,
        ctx.db,
      )
    : undefined;
  if (!found) throw new AppError('not_authenticated');
  return found;
};

const changeProfile =
  (deps: Deps, { confirmed }: Pick<HttpPorts, 'confirmed'>) =>
  async (ctx: Context, request: FastifyRequest): Promise<Answer> => {
    const person = await personOf(request, ctx);
    const given = await readForm(profileForm, request.body, 'patch', ctx);
    const before = await ownRow(person.id, ctx);
    if (Number(before.mfa_level) === 2) given.mfa_level = undefined;
    // Whoever finds an open session must not be able to take the second factor off.
    if (before.otp_secret && given.mfa_level === 0 && Number(before.mfa_level) > 0)
      await confirmed(request, 'mfa');
    if (typeof given.public_key === 'string' && given.public_key) {
      if (!deps.settings.get('TERMINAL_PUBLIC_KEY_AUTH')) throw fieldError('public_key', 'key_login_off');
      checkPublicKey(given.public_key);
    }
    const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    await changeOwnRow(person.id, values, ctx);
    return { body: await profileBody(person, deps, ctx) };
  };

const opened = (value: unknown, ctx: Context): string =>
  typeof value === 'string' ? ctx.engine.vault.open(value) : '';

/** Checks and hashes outside the transaction that stores. */
const changePassword =
  (deps: Deps, ports: HttpPorts) =>
  async (ctx: Context, request: FastifyRequest): Promise<Answer> => {
    const person = await personOf(request, ctx);
    if (person.source !== 'local') throw fieldError('old_password', 'not_local');
    const given = await readForm(passwordForm, request.body, 'create', ctx);
    const [old, password, again] = [given.old_password, given.new_password, given.new_password_again].map(
      (value) => opened(value, ctx),
    ) as [string, string, string];
    if (!(await isOwnPassword(person.id, old, deps))) throw fieldError('old_password', 'old_password_wrong');
    const roles = await rolesOf([{ id: person.id }], ctx);
    const owner = { ...person, isAdmin: isAnyAdmin(roles.get(person.id)) };
    const faults = await judgePassword(password, owner, deps, ctx.db);
    if (faults.length) throw new ValidationError({ new_password: faults });
    if (password !== again) throw fieldError('new_password_again', 'password_mismatch');
    const hash = await deps.passwords.hash(password);
    const credential = request.signedIn?.credential;
    const keepSession = credential?.scheme === 'session' ? credential.id : undefined;
    const by = displayOf(person);
    await inTransaction(ctx, ports, async ({ db }) => {
      await storePassword(owner, hash, { display: by, remoteAddr: ctx.remoteAddr, keepSession }, db);
      await notify([person.id], { key: 'password_changed', params: { by, ip: ctx.remoteAddr } }, db);
    });
    if (person.username === 'admin') await forgetInitialPassword(deps.home);
    return { status: 200, body: {} };
  };

const addOwnPassword = (ports: HttpPorts, deps: Deps) => {
  const url = `${base}password/`;
  addRoute(ports, { method: 'GET', url, need: 'validUser', handle: async () => ({ body: {} }) });
  for (const method of ['PUT', 'PATCH'] as const)
    addRoute(ports, {
      method,
      url,
      need: 'validUser',
      noTransaction: true,
      handle: changePassword(deps, ports),
    });
};

const addOwnKey = (ports: HttpPorts, { settings }: Deps) => {
  const url = `${base}public-key/`;
  addRoute(ports, {
    method: 'GET',
    url,
    need: 'validUser',
    handle: async (ctx) => ({ body: keyFactsOf((await ownRow(ctx.actor.id, ctx)).public_key) }),
  });
  for (const method of ['PUT', 'PATCH'] as const)
    addRoute(ports, {
      method,
      url,
      need: 'validUser',
      handle: async (ctx, request) => {
        if (!settings.get('TERMINAL_PUBLIC_KEY_AUTH')) throw fieldError('public_key', 'key_login_off');
        const { public_key } = await readForm(publicKeyForm, request.body, 'create', ctx);
        checkPublicKey(String(public_key));
        await changeOwnRow(ctx.actor.id, { public_key }, ctx);
        return { body: keyFactsOf(public_key) };
      },
    });
};

const addDescriptions = (ports: HttpPorts) => {
  for (const [path, form] of [
    ['', profileForm],
    ['password/', passwordForm],
    ['public-key/', publicKeyForm],
  ] as const)
    addRoute(ports, {
      method: 'OPTIONS',
      url: `${base}${path}`,
      need: 'validUser',
      handle: async (ctx) => ({ body: describeForm(form, ctx) }),
    });
};

/** Registers one's own profile: what one is, what one may, and what one may change oneself. */
export const addProfile = (ports: HttpPorts, deps: Deps): void => {
  addRoute(ports, {
    method: 'GET',
    url: base,
    need: 'public',
    handle: async (ctx, request) => {
      const size = queryOf(request).get('fields_size');
      const person = await personOf(request, ctx);
      return {
        body: await profileBody(person, deps, ctx, size === 'mini' || size === 'small' ? size : undefined),
      };
    },
  });
  for (const method of ['PUT', 'PATCH'] as const)
    addRoute(ports, { method, url: base, need: 'validUser', handle: changeProfile(deps, ports) });
  addOwnPassword(ports, deps);
  addOwnKey(ports, deps);
  addKeyPair(ports, deps);
  addDescriptions(ports);
  addRoute(ports, {
    method: 'GET',
    url: `${base}mfa/reset/`,
    need: 'validUser',
    handle: async (ctx) => refusedByHand('mfa_reset_oneself', ctx),
  });
};
