import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../src/platform/config.ts';
import type { Notices } from '../src/platform/notices.ts';
import { trustedLicenceKey } from './licence.ts';

/** Configuration of a server over a test database; every server gets its own home. */
export const testConfig = (databaseUrl: string, environment: NodeJS.ProcessEnv = {}): Config =>
  readConfig({
    GATEHOUSE_HOME: join(tmpdir(), `gatehouse-test-${randomUUID()}`),
    GATEHOUSE_DATABASE_URL: databaseUrl,
    GATEHOUSE_SECRET_KEY: 'only-for-tests-only-for-tests-only-for-tests',
    GATEHOUSE_BOOTSTRAP_TOKEN: 'bootstrap-token-for-tests',
    GATEHOUSE_LICENCE_KEY: trustedLicenceKey,
    ...environment,
  });

/** Notifications for tests with a single server, which gets none. */
export const silentNotices: Notices = {
  listen: () => () => undefined,
  standing: async () => undefined,
  caughtUp: async () => true,
  hold: async () => undefined,
  lost_ms: () => 0,
  close: async () => undefined,
};
