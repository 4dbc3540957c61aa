import { randomUUID } from 'node:crypto';
import { readConfig } from '../../platform/config.ts';
import { openPool } from '../../platform/database.ts';
import { Refusal, refusalExitCode } from '../../platform/refusal.ts';
import { createServices } from '../services.ts';
import { vaultCommand } from './vaultCommand.ts';

/** This program hears of no changes; it reads the settings when it starts. */
const notices = {
  listen: () => () => undefined,
  standing: async () => undefined,
  close: async () => undefined,
};

/**
 * `vaultMain.ts status`, `sync` or `back`, started by the launcher, which knows the database and the key
 * (`npm run vault`).
 */
const main = async (args: string[], env: NodeJS.ProcessEnv): Promise<void> => {
  // Every server needs a token with which components register; here none does.
  const config = readConfig({ ...env, GATEHOUSE_BOOTSTRAP_TOKEN: randomUUID() });
  const pool = openPool(config.GATEHOUSE_DATABASE_URL, 2);
  try {
    const services = await createServices({ pool, config, notices });
    await vaultCommand(args, services, (line) => console.log(line));
  } finally {
    await pool.end();
  }
};

try {
  await main(process.argv.slice(2), process.env);
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exit(error instanceof Refusal ? refusalExitCode : 1);
}
