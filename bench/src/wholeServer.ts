import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, createClient } from '../../e2e/clients/api.ts';
import { startThrowAwayPostgres } from '../../packages/launcher/test/throwAwayPostgres.ts';
import { compose } from '../../packages/server/src/app/compose.ts';
import type { Services } from '../../packages/server/src/app/services.ts';
import { readConfig } from '../../packages/server/src/platform/config.ts';
import { createPasswords } from '../../packages/server/src/platform/crypto/password.ts';
import { openPool } from '../../packages/server/src/platform/database.ts';
import { migrate } from '../../packages/server/src/platform/migrate.ts';

/** A server as in production, in this process and with a database of its own, to watch it from within. */
export type WholeServer = {
  services: Services;
  /** A signed-in administrator, over HTTP. */
  admin: ApiClient;
  /** Asks for a page; fails unless the answer is 200. */
  get: (url: string) => Promise<void>;
  stop: () => Promise<void>;
};

const configFor = (databaseUrl: string) =>
  readConfig({
    GATEHOUSE_HOME: join(tmpdir(), `gatehouse-bench-${randomUUID()}`),
    GATEHOUSE_DATABASE_URL: databaseUrl,
    GATEHOUSE_SECRET_KEY: 'only-for-measuring-only-for-measuring',
    GATEHOUSE_BOOTSTRAP_TOKEN: 'bootstrap-token-for-measuring',
    GATEHOUSE_LIMIT_API: '0',
  });

export const startWholeServer = async (): Promise<WholeServer> => {
  const database = await startThrowAwayPostgres();
  const url = database.urlFor('postgres');
  const pool = openPool(url, 10);
  const unhurriedPool = openPool(url, 4);
  await migrate(unhurriedPool);
  const { app, services } = await compose({
    pool,
    unhurriedPool,
    config: configFor(url),
    notices: {
      listen: () => () => undefined,
      standing: async () => undefined,
      caughtUp: async () => true,
      hold: async () => undefined,
      lost_ms: () => 0,
      close: async () => undefined,
    },
    tell: () => undefined,
    logger: { level: 'error' },
  });
  const password = `Bench-${randomBytes(9).toString('base64url')}-1`;
  await pool.query(
    "update users_user set password_hash = $1, need_update_password = false, is_first_login = false, date_password_last_updated = now() where username = 'admin'",
    [await createPasswords().hash(password)],
  );
  const admin = createClient(await app.listen({ host: '127.0.0.1', port: 0 }));
  const arrived = await admin.signIn('admin', password);
  if (arrived.startsWith('stayed')) throw new Error(`the sign-in ${arrived}`);
  return {
    services,
    admin,
    get: async (path) => {
      const answer = await admin.call('GET', path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    },
    stop: async () => {
      await app.close();
      await Promise.all([pool.end(), unhurriedPool.end()]);
      await database.stop();
    },
  };
};
