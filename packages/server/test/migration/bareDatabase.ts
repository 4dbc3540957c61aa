import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Migration } from '../../src/platform/migrate.ts';
import { freshDatabase } from '../database.ts';

/** A database with only the given migrations. */
export const bareDatabase = async (migrations: readonly Migration[]): Promise<pg.Client> => {
  const { url, drop } = await freshDatabase();
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  await client.query('set client_min_messages = warning; drop schema public cascade; create schema public');
  await runMigrations(client, migrations);
  return client;
};

/** Runs migrations as the server does: each file in its own transaction. */
export const runMigrations = async (client: pg.Client, migrations: readonly Migration[]): Promise<void> => {
  for (const { sql } of migrations) {
    await client.query('begin');
    await client.query(sql);
    await client.query('commit');
  }
};
