import { randomUUID } from 'node:crypto';
import { readConfig } from '../../platform/config.ts';
import { openPool } from '../../platform/database.ts';
import { createServices, type Services } from '../services.ts';

/** Not subscribed to changes: settings are read at the start, and running servers hear of a change by themselves. */
const notices = {
  listen: () => () => undefined,
  standing: async () => undefined,
  caughtUp: async () => true,
  hold: async () => undefined,
  lost_ms: () => 0,
  close: async () => undefined,
};

/** Does something with the services of a server that serves no one. */
export const withServices = async (
  env: NodeJS.ProcessEnv,
  work: (services: Services) => Promise<void>,
): Promise<void> => {
  // Every server needs a token with which components register; here none does.
  const config = readConfig({ ...env, GATEHOUSE_BOOTSTRAP_TOKEN: randomUUID() });
  const pool = openPool(config.GATEHOUSE_DATABASE_URL, 2);
  try {
    await work(await createServices({ pool, config, notices }));
  } finally {
    await pool.end();
  }
};
