import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Address, addressText, type ClaimedPort, claimPort, fromHere } from '../platform/address.ts';
import type { Config } from '../platform/config.ts';
import { Refusal } from '../platform/refusal.ts';
import { masterKeyFile, secretFile } from '../platform/secretFile.ts';

const preferredGatewayPort = 5_000;
const preferredInternalPort = 5_001;

export interface EnvironmentOptions {
  config: Config;
  inherited: NodeJS.ProcessEnv;
  listen: Address;
  databaseUrl: string;
}

/**
 * Where Node keeps the launcher's own sources compiled, as the scripts of package.json say: which data folder
 * is used, it only learns when they are loaded.
 */
const launcherCache = 'node_modules/.cache/launcher';

/**
 * The folder in which Node keeps the sources of the programs compiled, so that they start faster and in less
 * memory.
 */
export const compileCache = (home: string, { NODE_COMPILE_CACHE: given }: NodeJS.ProcessEnv): string =>
  given === undefined || given === launcherCache ? join(home, 'cache') : given;

/** The environment of each program. Only the server gets the database and the master key. */
export const programEnvironments = async ({ config, inherited, listen, databaseUrl }: EnvironmentOptions) => {
  const newKey = () => randomBytes(32).toString('base64url');
  const keyFile = masterKeyFile(config.home);
  if (!config.secretKey) await secretFile(keyFile, newKey);
  const bootstrapToken =
    config.bootstrapToken ?? (await secretFile(join(config.home, 'keys/bootstrap-token'), newKey));
  const claims: ClaimedPort[] = [];
  const freeLoopback = async (preferred: number): Promise<Address> => {
    const claim = await claimLoopback(preferred);
    claims.push(claim);
    return { host: '127.0.0.1', port: claim.port };
  };
  const gatewayAt = config.gatewayListen ?? (await freeLoopback(preferredGatewayPort));
  // A certificate names an external host; the local components connect over loopback without TLS.
  const internalAt = config.isTls ? await freeLoopback(preferredInternalPort) : undefined;
  const {
    GATEHOUSE_DATABASE_URL,
    GATEHOUSE_SECRET_KEY,
    GATEHOUSE_SECRET_KEY_FILE,
    GATEHOUSE_SECRET_KEY_PREVIOUS = '',
    GATEHOUSE_METRICS_TOKEN,
    GATEHOUSE_BACKUP_CHECK_DATABASE_URL,
    ...harmless
  } = inherited;
  const shared = {
    NODE_ENV: 'production',
    ...harmless,
    NODE_COMPILE_CACHE: compileCache(config.home, inherited),
    GATEHOUSE_HOME: config.home,
    GATEHOUSE_BOOTSTRAP_TOKEN: bootstrapToken,
    GATEHOUSE_GATEWAY_LISTEN: addressText(gatewayAt),
  };
  const component = {
    ...shared,
    GATEHOUSE_CORE_URL: `http://${addressText(internalAt ?? fromHere(listen))}`,
  };
  return {
    gatewayAt,
    releasePorts: () => {
      for (const { release } of claims) release();
    },
    server: {
      ...shared,
      GATEHOUSE_LISTEN: addressText(listen),
      GATEHOUSE_DATABASE_URL: databaseUrl,
      // The server reads the file itself, so that its key can change while it runs and is never in the environment.
      ...(config.secretKey
        ? { GATEHOUSE_SECRET_KEY: config.secretKey }
        : { GATEHOUSE_SECRET_KEY_FILE: keyFile }),
      GATEHOUSE_SECRET_KEY_PREVIOUS,
      GATEHOUSE_GATEWAY_URL: inherited.GATEHOUSE_GATEWAY_URL || `http://${addressText(fromHere(gatewayAt))}`,
      ...(internalAt ? { GATEHOUSE_INTERNAL_LISTEN: addressText(internalAt) } : {}),
      ...(GATEHOUSE_METRICS_TOKEN ? { GATEHOUSE_METRICS_TOKEN } : {}),
      ...(GATEHOUSE_BACKUP_CHECK_DATABASE_URL ? { GATEHOUSE_BACKUP_CHECK_DATABASE_URL } : {}),
      ...(config.isDemo ? { GATEHOUSE_DEMO: '1' } : {}),
    },
    gateway: component,
    runner: component,
  };
};

// Another installation may start at the same moment; the port stays claimed while this one runs.
const claimLoopback = async (preferred: number): Promise<ClaimedPort> => {
  for (const port of [preferred, 0, 0, 0]) {
    const claim = await claimPort(port);
    if ('port' in claim) return claim;
  }
  throw new Refusal('No loopback port is free.');
};
