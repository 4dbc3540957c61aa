import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import type pg from 'pg';
import type { Engine, EnginePorts, ReadInTurn } from '../engine/context.ts';
import { createEngine } from '../engine/engine.ts';
import { buildResources } from '../engine/resource.ts';
import { permissionsOfUser } from '../flows/access/permissions.ts';
import { createRuleBook, type RuleBook } from '../flows/accessRules/ruleBook.ts';
import { recordOperations } from '../flows/audit/recordOperations.ts';
import { createGatewayWatch, type GatewayWatch } from '../flows/components/gatewayWatch.ts';
import { type CsrfTokens, createCsrfTokens } from '../flows/csrf/token.ts';
import { createRoleBook, type RoleBook } from '../flows/identify/roles.ts';
import { createLicence, type Licence } from '../flows/licence/licence.ts';
import type { ApiLimit } from '../flows/limits/apiLimit.ts';
import { type Backends, createBackends } from '../flows/signIn/backends/all.ts';
import { createReplayStores, type ReplayStores } from '../flows/storages/replayStores.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { createBlobs } from '../platform/blobs/createBlobs.ts';
import { type Cache, createCache } from '../platform/cache.ts';
import { blobsPlaceOf, type Config, keySourceOf, placesOf } from '../platform/config.ts';
import { type ClientKeys, createClientKeys } from '../platform/crypto/clientKeys.ts';
import { createPasswords, type Passwords } from '../platform/crypto/password.ts';
import { proveVault } from '../platform/crypto/proveVault.ts';
import { createVault, type Vault } from '../platform/crypto/vault.ts';
import { type Database, databaseOf } from '../platform/database.ts';
import { createEvents, type Events } from '../platform/events.ts';
import { createLookup, type Lookup } from '../platform/i18n.ts';
import { createJobs, type Jobs } from '../platform/jobs/createJobs.ts';
import { serverName } from '../platform/jobs/workers.ts';
import { createRateLimits, type RateLimits, throttled } from '../platform/limits/rateLimits.ts';
import { createSharedTurns } from '../platform/limits/sharedTurns.ts';
import type { Patience } from '../platform/limits/turns.ts';
import { createKeyRing, type KeyRing } from '../platform/masterKey/keyRing.ts';
import { readRetiredKeys } from '../platform/masterKey/rotationState.ts';
import type { Notices } from '../platform/notices.ts';
import { createOrganizations, type Organizations } from '../platform/organizations.ts';
import { allowPrivate } from '../platform/outgoing/refusedAddress.ts';
import { openPlaces } from '../platform/places/placeDatabase.ts';
import { usePlaces } from '../platform/places/places.ts';
import { Refusal } from '../platform/refusal.ts';
import { createSecretStore } from '../platform/secretStore/secretStore.ts';
import { createSettings, type Settings } from '../platform/settings.ts';
import { holdOrganizations, storedOrganizations } from '../resources/orgs/organization/statements.ts';
import { createLockOut, type LockOut } from '../resources/users/user/lockOut.ts';
import { isOrdinary, isShutOut, isStored } from '../resources/users/user/statements.ts';
import { behavioursOf } from './behaviours.ts';

/** What flows and behaviours receive; created once per process. */
export type Services = {
  db: Database;
  /** The same database without a time limit for statements, for housekeeping and jobs. */
  unhurried: Database;
  cache: Cache;
  lookup: Lookup;
  /** The master keys of the vault, which may change while the process runs. */
  keyRing: KeyRing;
  vault: Vault;
  settings: Settings;
  organizations: Organizations;
  passwords: Passwords;
  clientKeys: ClientKeys;
  csrf: CsrfTokens;
  roles: RoleBook;
  lockOut: LockOut;
  limits: RateLimits;
  /** The limit on requests to the API; absent if requests are not limited. */
  apiLimit?: ApiLimit;
  ruleBook: RuleBook;
  /** Every way to sign in. */
  backends: Backends;
  events: Events;
  jobs: Jobs;
  licence: Licence;
  gatewayWatch: GatewayWatch;
  config: Config;
  engine: Engine;
  /** Recordings, media and transferred files. */
  blobs: Blobs;
  /** The stores of recordings, wherever they are. */
  replayStores: ReplayStores;
  /** The data folder, which holds what belongs to this computer, such as keys and the licence file. */
  home: string;
};

/** How long an export waits for its turn, and for a client that reads nothing (decision 0064). */
const usualExports = { patienceSeconds: 30, stallSeconds: 60 };

/** Exports take turns at their connections, across all servers; each user may run one at a time. */
const exportTurns = (
  pool: pg.Pool,
  { patienceSeconds: seconds, stallSeconds }: typeof usualExports,
): EnginePorts['exports'] => {
  const most = pool.options.max;
  const turns = createSharedTurns(pool);
  const refusal = (holdsPlace: boolean) =>
    holdsPlace ? throttled('own_exports', 1, seconds) : throttled('exports', most, seconds);
  const inTurn =
    (patience?: Patience): ReadInTurn =>
    (reader, read) =>
      turns(read, { ...reader, ...(patience && { patience }) });
  return {
    begin: inTurn({ ms: seconds * 1000, refusal }),
    goOn: inTurn(),
    stallMs: stallSeconds * 1000,
  };
};

/** What the engine keeps for a while: selections and undos, which cannot read each other's values. */
const keptValues = (
  cache: Cache,
): Pick<EnginePorts, 'remember' | 'recall' | 'keepForUndo' | 'takeForUndo' | 'forgetUndos'> => ({
  remember: async (value, seconds, at) => {
    const key = cache.newKey();
    await cache.set(`spm:${key}`, value, seconds, at);
    return key;
  },
  recall: (key, at) => cache.get(key, at),
  keepForUndo: async (sealed, org, seconds, at) => {
    const token = cache.newKey();
    await cache.set(`undo:${org}:${token}`, sealed, seconds, at);
    return token;
  },
  takeForUndo: (token, org, at) => cache.take(`undo:${org}:${token}`, at),
  forgetUndos: (org, at) => cache.removeUnder(`undo:${org}:`, at),
});

/** The master keys of this server, without those that were replaced. */
const openKeyRing = async (config: Config, db: Database): Promise<KeyRing> => {
  const keyRing = createKeyRing(keySourceOf(config), await readRetiredKeys(db));
  if (keyRing.keys().length === 0)
    throw new Refusal('The master key was replaced by npm run rotate-key. Start with the new one.');
  return keyRing;
};

/** Settings whose default the environment says. */
const configuredSettings = (config: Config) => ({
  CACHE_LOGIN_PASSWORD_ENABLED: config.GATEHOUSE_CACHE_LOGIN_PASSWORD,
  SECURITY_VIEW_AUTH_BY_PASSWORD: config.GATEHOUSE_VIEW_SECRETS_BY_PASSWORD,
  LIMIT_SUPER_PRIV: config.GATEHOUSE_LIMIT_SUPER_PRIV,
  VAULT_ENABLED: config.GATEHOUSE_VAULT_ENABLED,
  TICKET_APPLY_ASSET_SCOPE: config.GATEHOUSE_TICKET_APPLY_ASSET_SCOPE,
});

/** What applies to the whole process, not to a single service. */
const setUpProcess = async (config: Config): Promise<void> => {
  allowPrivate(config.GATEHOUSE_OUTGOING_PRIVATE);
  usePlaces(await openPlaces(placesOf(config)));
};

/** How users prove who they are, and what a licence allows of it. */
const waysIn = (deps: { vault: Vault; settings: Settings; config: Config }) => {
  const passwords = createPasswords();
  const licence = createLicence(deps);
  return { passwords, licence, backends: createBackends({ ...deps, passwords, licence }) };
};

/** Builds every service of the process. */
export const createServices = async (deps: {
  pool: pg.Pool;
  /** Pool without a time limit for statements; default: `pool`. */
  unhurriedPool?: pg.Pool;
  /** Pool for exports, separate so that they delay nothing else; default: `pool`. */
  exportPool?: pg.Pool;
  /** Overrides the usual waiting times of exports. */
  exports?: Partial<typeof usualExports>;
  config: Config;
  notices: Notices;
}): Promise<Services> => {
  const { config, notices } = deps;
  await setUpProcess(config);
  const db = databaseOf(deps.pool);
  const unhurried = databaseOf(deps.unhurriedPool ?? deps.pool);
  const cache = createCache();
  const lookup = createLookup();
  const keyRing = await openKeyRing(config, db);
  const vault = createVault(keyRing);
  await proveVault(db, vault);
  const settings = await createSettings(db, vault, configuredSettings(config));
  const organizations = await createOrganizations(
    () => storedOrganizations(db),
    () => settings.get('GLOBAL_ORG_DISPLAY_NAME') || 'GLOBAL',
  );
  const ports: EnginePorts = {
    exports: exportTurns(deps.exportPool ?? deps.pool, { ...usualExports, ...deps.exports }),
    lookup,
    vault,
    secrets: createSecretStore(settings),
    record: recordOperations,
    organizationName: organizations.nameOf,
    holdOrganizations,
    isShutOut,
    isOrdinary,
    isStored,
    permissionsOf: permissionsOfUser,
    ...keptValues(cache),
  };
  const events = createEvents(notices);
  const blobs = await createBlobs(blobsPlaceOf(config));
  const base = {
    db,
    unhurried,
    cache,
    lookup,
    keyRing,
    vault,
    settings,
    organizations,
    ...waysIn({ vault, settings, config }),
    clientKeys: await createClientKeys({ db, cache, vault }),
    csrf: createCsrfTokens(() => keyRing.markKeys('csrf')),
    roles: createRoleBook(),
    lockOut: createLockOut({ cache, settings }),
    limits: createRateLimits({ cache, db, config }),
    ruleBook: createRuleBook({ db, events, zone: config.GATEHOUSE_TIME_ZONE }),
    events,
    jobs: createJobs({
      pool: deps.unhurriedPool ?? deps.pool,
      notices,
      events,
      zone: config.GATEHOUSE_TIME_ZONE,
      server: serverName,
    }),
    gatewayWatch: createGatewayWatch({ db: unhurried }),
    config,
    blobs,
    replayStores: createReplayStores({ blobs, db: unhurried, vault }),
    home: config.GATEHOUSE_HOME,
  };
  const engine: Engine = createEngine(buildResources(everyDefinition, behavioursOf(base)), ports);
  return { ...base, engine };
};
