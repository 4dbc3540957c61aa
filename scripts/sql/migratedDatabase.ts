import pg from 'pg';
import { startThrowAwayPostgres } from '../../packages/launcher/test/throwAwayPostgres.ts';
import { openPool } from '../../packages/server/src/platform/database.ts';
import { migrate } from '../../packages/server/src/platform/migrate.ts';

/** An empty database with the current schema, deleted when it is stopped. */
export const startMigratedDatabase = async (): Promise<{ client: pg.Client; stop(): Promise<void> }> => {
  const postgres = await startThrowAwayPostgres();
  const connectionString = postgres.urlFor('postgres');
  const pool = openPool(connectionString, 1);
  await migrate(pool);
  await pool.end();
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return {
    client,
    stop: async () => {
      await client.end();
      await postgres.stop();
    },
  };
};
