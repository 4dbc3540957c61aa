import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { buildServer } from '../../packages/server/src/app/buildServer.ts';
import { createServices, type Services } from '../../packages/server/src/app/services.ts';
import { readConfig } from '../../packages/server/src/platform/config.ts';
import { openPool } from '../../packages/server/src/platform/database.ts';

/** A server in this process, to measure the cost of an answer without network and sign-in. */
export type OwnServer = {
  services: Services;
  /** Requests as a superuser in the default organization; fails unless the answer is 200. */
  get: (url: string) => Promise<unknown>;
  /** The text of the answer; fails unless it is 200 or 201. */
  post: (url: string, body: object) => Promise<string>;
  stop: () => Promise<void>;
};

export const startOwnServer = async (databaseUrl: string): Promise<OwnServer> => {
  const pool = openPool(databaseUrl, 10);
  const services = await createServices({
    pool,
    config: readConfig({
      GATEHOUSE_HOME: join(tmpdir(), `gatehouse-bench-${randomUUID()}`),
      GATEHOUSE_DATABASE_URL: databaseUrl,
      GATEHOUSE_SECRET_KEY: 'only-for-measuring-only-for-measuring',
      GATEHOUSE_BOOTSTRAP_TOKEN: 'bootstrap-token-for-measuring',
    }),
    notices: {
      listen: () => () => undefined,
      standing: async () => undefined,
      caughtUp: async () => true,
      hold: async () => undefined,
      lost_ms: () => 0,
      close: async () => undefined,
    },
  });
  const org = services.organizations.find(DEFAULT_ORG_ID) ?? { id: DEFAULT_ORG_ID, name: '', isRoot: false };
  const actor = { id: randomUUID(), name: 'Bench', username: 'bench', permissions: new Set<string>() };
  const app = await buildServer({
    services,
    language: 'en',
    logger: { level: 'error' },
    identify: async (request) => ({
      actor: { ...actor, isSuperuser: true, isServiceAccount: false },
      org,
      language: 'en',
      zone: 'UTC',
      remoteAddr: request.ip,
      decrypt: (value) => value,
    }),
    confirmed: async () => undefined,
  });
  return {
    services,
    get: async (url) => {
      const answer = await app.inject({ method: 'GET', url });
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
      return answer.json();
    },
    post: async (url, body) => {
      const answer = await app.inject({ method: 'POST', url, payload: body });
      if (answer.statusCode > 201) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
      return answer.body;
    },
    stop: async () => {
      await app.close();
      await pool.end();
    },
  };
};
