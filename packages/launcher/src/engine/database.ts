import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { secretFile } from '../platform/secretFile.ts';
import { nextDelay } from './backOff.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/embeddedPostgres.ts';
import { prepareDatabase } from './postgres/prepareDatabase.ts';

/** The server's database, kept running. */
export interface KeptDatabase {
  url: string;
  stop: () => Promise<void>;
}

export interface DatabaseOptions {
  home: string;
  elsewhere?: string;
  say: (text: string) => void;
}

/** Database and role of the server. */
export const databaseNames = { database: 'gatehouse', role: 'gatehouse' };
const { database, role } = databaseNames;

/** Runs the embedded PostgreSQL in the data folder and restarts it when it dies. */
export const keepDatabase = async ({ home, elsewhere, say }: DatabaseOptions): Promise<KeptDatabase> => {
  const newPassword = () => randomBytes(24).toString('base64url');
  const password = await secretFile(join(home, 'keys/postgres-admin'), newPassword);
  const rolePassword = await secretFile(join(home, 'keys/postgres-gatehouse'), newPassword);
  const start = () =>
    startEmbeddedPostgres({ path: join(home, 'pg'), elsewhere, password, durable: true, say });

  let postgres: EmbeddedPostgres = await start();
  let isStopping = false;
  const url = postgres.urlFor(database, role, rolePassword);
  await prepareDatabase(postgres.urlFor('postgres'), { database, role, password: rolePassword }).catch(
    async (error) => {
      await postgres.stop();
      throw error;
    },
  );

  const restart = async () => {
    let output = '';
    for (let delayMs = nextDelay(0, 0); !isStopping; delayMs = nextDelay(delayMs, 0)) {
      try {
        postgres = await start();
        return;
      } catch (error) {
        const { message } = error as Error;
        if (message !== output) say(`${message} Trying again.`);
        output = message;
        await sleep(delayMs);
      }
    }
  };
  const live = async () => {
    while (!isStopping) {
      await postgres.exited;
      if (isStopping) return;
      // If it cannot continue, the next start reports why.
      say('PostgreSQL ended; starting again');
      await restart();
    }
  };
  const living = live();
  const stop = async () => {
    isStopping = true;
    await postgres.stop();
    await living;
    await postgres.stop();
  };
  return { url, stop };
};
