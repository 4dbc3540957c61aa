import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type pg from 'pg';
import type { Organization } from '../engine/context.ts';
import { contextOf, type HttpPorts } from '../engine/http.ts';
import { createConfirmed } from '../flows/confirm/confirmation.ts';
import { seedDemo } from '../flows/demo/seedDemo.ts';
import { firstStart } from '../flows/firstStart/firstStart.ts';
import { createIdentify, type IdentifyDeps } from '../flows/identify/identify.ts';
import { adoptLicence } from '../flows/licence/adopt.ts';
import { type ApiLimit, limitIdentify } from '../flows/limits/apiLimit.ts';
import { addCookieHooks } from '../flows/session/cookies.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { createSharedBuckets } from '../platform/limits/sharedBuckets.ts';
import { readRetiredKeys } from '../platform/masterKey/rotationState.ts';
import type { Notices } from '../platform/notices.ts';
import { forgetAllLoginSecrets } from '../resources/users/user/sessions.ts';
import { buildServer, type ServerDeps } from './buildServer.ts';
import { systemFacts } from './machine/systemFacts.ts';
import { createServices, type Services } from './services.ts';
import { addSqlCount } from './sqlCount.ts';

/** Rereads settings, organizations and master keys whenever a server has changed them. */
const followChanges = (
  { db, events, keyRing, settings, organizations }: Services,
  failed: (error: unknown) => void,
) => {
  events.on('settings', () => void settings.reload().catch(failed));
  // A key replaced by another is refused at once, even if the environment still names it.
  events.on('master_keys', () => {
    keyRing.reread();
    void readRetiredKeys(db).then(keyRing.retire).catch(failed);
  });
  events.on('organizations', () => void organizations.reload().catch(failed));
};

/** URL of the configured gateway, if there is one. */
export const gatewayUrlOf = (config: Config): string | undefined =>
  config.GATEHOUSE_GATEWAY_URL ??
  (config.GATEHOUSE_GATEWAY_LISTEN ? `http://${config.GATEHOUSE_GATEWAY_LISTEN}` : undefined);

/**
 * A number is how many proxies to trust, counted from the server; addresses forwarded from beyond them may be
 * forged.
 */
const trustOf = (proxies: Config['GATEHOUSE_TRUST_PROXY']): ServerDeps['trustProxy'] =>
  typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;

/** Identifies callers and enforces the API rate limit; a limit of 0 means none. */
const identifyOf = (
  deps: IdentifyDeps & Pick<Services, 'unhurried'>,
  config: Config,
  failed: (error: unknown) => void,
): { identify: HttpPorts['identify']; apiLimit?: ApiLimit; stop: () => void } => {
  const { GATEHOUSE_LIMIT_API: rate, GATEHOUSE_LIMIT_API_BURST: burst } = config;
  const identify = createIdentify(deps);
  if (rate === 0) return { identify, stop: () => undefined };
  const buckets = createSharedBuckets({ rate, burst: Math.max(1, burst) }, { db: deps.unhurried, failed });
  const apiLimit = { rate, buckets };
  return { identify: limitIdentify(identify, apiLimit), apiLimit, stop: buckets.stop };
};

/** A whole server over a migrated database, with real authentication; not yet listening. */
export const compose = async (options: {
  pool: pg.Pool;
  unhurriedPool?: pg.Pool;
  exportPool?: pg.Pool;
  config: Config;
  notices: Notices;
  tell: (line: string) => void;
  logger?: FastifyServerOptions['logger'];
  answered?: HttpPorts['answered'];
}): Promise<{ app: FastifyInstance; services: Services }> => {
  const { config } = options;
  const services = await createServices(options);
  await firstStart({ ...services, tell: options.tell });
  if (!config.GATEHOUSE_CACHE_LOGIN_PASSWORD) await forgetAllLoginSecrets(services.db, services.cache);
  await services.organizations.reload();
  await adoptLicence(services);
  const deps = {
    ...services,
    cookiePrefix: config.GATEHOUSE_COOKIE_PREFIX,
    onlySecure: config.GATEHOUSE_SECURE_COOKIES,
    language: config.GATEHOUSE_LANGUAGE,
    zone: config.GATEHOUSE_TIME_ZONE,
  };
  const limited = identifyOf(deps, config, (err) => app.log.error({ err }, 'API limits were not shared'));
  const { apiLimit } = limited;
  const app: FastifyInstance = await buildServer({
    services: { ...services, ...(apiLimit && { apiLimit }) },
    identify: limited.identify,
    confirmed: createConfirmed(services),
    language: config.GATEHOUSE_LANGUAGE,
    logger: options.logger,
    answered: options.answered,
    trustProxy: trustOf(config.GATEHOUSE_TRUST_PROXY),
    gatewayUrl: gatewayUrlOf(config),
    prepare: (server) => {
      if (config.GATEHOUSE_SQL_COUNT) addSqlCount(server);
      addCookieHooks(server, deps);
    },
  });
  followChanges(services, (err) => app.log.error({ err }, 'changes could not be read'));
  app.addHook('onClose', async () => {
    limited.stop();
    await services.events.close();
  });
  if (config.GATEHOUSE_DEMO) {
    const contextFor = (org: Organization, db: Database) =>
      contextOf(systemFacts(org, config), services.engine, db, []);
    await seedDemo({ ...services, tell: options.tell, contextFor });
  }
  return { app, services };
};
