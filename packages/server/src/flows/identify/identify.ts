import { AppError } from '@gatehouse/contract/errors.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { ORG_HEADER } from '@gatehouse/contract/wire/signature.ts';
import type { FastifyRequest } from 'fastify';
import { type Actor, anonymous, type Organization } from '../../engine/context.ts';
import { type Facts, queryOf } from '../../engine/http.ts';
import type { Cache } from '../../platform/cache.ts';
import type { ClientKeys } from '../../platform/crypto/clientKeys.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/database.ts';
import { type Language, languageOf } from '../../platform/i18n.ts';
import type { Organizations } from '../../platform/organizations.ts';
import type { Settings } from '../../platform/settings.ts';
import { isZone } from '../../platform/time.ts';
import { createRefusedHere } from '../accessRules/refusedHere.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import type { CsrfTokens } from '../csrf/token.ts';
import type { Licence } from '../licence/licence.ts';
import { findCredential, type SignedIn } from './credentials.ts';
import { resolveOrganization } from './organizations.ts';
import type { RoleBook } from './roles.ts';
import { isSuperuser, type User } from './user.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user and credential; absent for anonymous requests. */
    signedIn?: SignedIn;
  }
}

/** What identifying needs. */
export type IdentifyDeps = {
  db: Database;
  cache: Cache;
  vault: Vault;
  settings: Settings;
  organizations: Organizations;
  clientKeys: ClientKeys;
  csrf: CsrfTokens;
  roles: RoleBook;
  cookiePrefix: string;
  language: Language;
  zone: string;
  licence: Licence;
  ruleBook: RuleBook;
};

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Pages below `/core/` check the token of their own forms, sent in the body. A call there that changes
 * something by GET is made by a script, which sends the token in a header.
 */
const isPage = (request: FastifyRequest) =>
  (request.raw.url ?? '').startsWith('/core/') && !request.routeOptions.config.changes;

/** Address of the caller; IPv4 inside IPv6 is written as IPv4. */
export const remoteAddrOf = (request: FastifyRequest): string => request.ip.replace(/^::ffff:(?=\d+\.)/i, '');

const refuseForgery = (request: FastifyRequest, { credential }: SignedIn, deps: IdentifyDeps) => {
  const isSafe = safeMethods.has(request.method) && !request.routeOptions.config.changes;
  if (credential.scheme !== 'session' || isSafe || isPage(request)) return;
  const sent = request.headers['x-csrftoken'];
  const cookie = request.cookies[`${deps.cookiePrefix}csrftoken`];
  if (!deps.csrf.matches([sent].flat()[0], cookie, credential.id))
    throw new AppError('permission_denied', {}, { messageKey: 'csrf_failed' });
};

/**
 * The organization of a request. Only a browser's cookies count, because signatures do not cover them. When the request itself names one that is not open to the user, its
 * substitute is marked as `lost`; one that a browser merely stored is replaced silently.
 */
const organizationOf = async (
  request: FastifyRequest,
  { user, credential }: SignedIn,
  deps: IdentifyDeps,
): Promise<Organization> => {
  const stored =
    credential.scheme === 'session' ? [request.cookies['X-JMS-ORG'], credential.session.data.org_id] : [];
  const named = queryOf(request).get('oid') || [request.headers[ORG_HEADER]].flat()[0];
  const found = await resolveOrganization([named, ...stored], user, deps, deps.db);
  const isLost = named && !found.standsIn && deps.organizations.find(named)?.id !== found.id;
  return isLost ? { ...found, standsIn: 'lost' } : found;
};

/** A user as the one who acts in an organization, with what is permitted there now. */
export const actorOf = async (
  user: User,
  org: Organization,
  deps: Pick<IdentifyDeps, 'db' | 'roles' | 'licence'>,
): Promise<Actor> => ({
  id: user.id,
  name: user.name,
  username: user.username,
  permissions: await deps.roles.permissionsIn(user.held, org.isRoot ? null : org.id, deps.db),
  isSuperuser: isSuperuser(user),
  isServiceAccount: user.is_service_account,
  lacks: deps.licence.lacking(),
});

const zoneOf = (request: FastifyRequest, fallback: string): string => {
  const timeZone = [request.headers['x-tz']].flat()[0];
  return timeZone && timeZone.length < 64 && isZone(timeZone) ? timeZone : fallback;
};

/** Identifies caller, organization, language and zone. */
export const createIdentify = (deps: IdentifyDeps) => {
  const isRefusedHere = createRefusedHere(deps);
  return async (request: FastifyRequest): Promise<Facts> => {
    const remoteAddr = remoteAddrOf(request);
    const { isSameForAll, identifiesItself } = request.routeOptions.config;
    const signedIn =
      isSameForAll || identifiesItself
        ? undefined
        : await findCredential(request, remoteAddr, {
            ...deps,
            isRefusedHere,
            sessionCookie: `${deps.cookiePrefix}sessionid`,
          });
    const common = {
      remoteAddr,
      language: languageOf(
        request.cookies.django_language,
        request.headers['accept-language'],
        deps.language,
      ),
      zone: zoneOf(request, deps.zone),
      decrypt: (value: string) => {
        const opened = deps.clientKeys.open(value);
        if (opened === undefined) throw new AppError('client_key_changed');
        return opened;
      },
    };
    if (!signedIn) {
      const org = deps.organizations.find(DEFAULT_ORG_ID) ?? {
        id: DEFAULT_ORG_ID,
        name: 'DEFAULT',
        isRoot: false,
      };
      return { ...common, actor: anonymous, org };
    }
    request.signedIn = signedIn;
    refuseForgery(request, signedIn, deps);
    const org = await organizationOf(request, signedIn, deps);
    const { credential } = signedIn;
    const session = credential.scheme === 'session' ? { sessionId: credential.id } : {};
    return { ...common, ...session, org, actor: await actorOf(signedIn.user, org, deps) };
  };
};
