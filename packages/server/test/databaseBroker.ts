import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../../launcher/src/engine/postgres/prepareDatabase.ts';
import { startThrowAwayPostgres } from '../../launcher/test/throwAwayPostgres.ts';
import { openPool } from '../src/platform/database.ts';
import { migrate } from '../src/platform/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseBroker: string;
  }
}

const template = 'template_gatehouse';
const role = 'gatehouse';

/**
 * Vitest global setup: one PostgreSQL for the whole run, started when the first test needs a database. Tests
 * request databases over loopback, because they run in other processes.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const secret = randomBytes(12).toString('hex');
  let started: ReturnType<typeof startDatabases> | undefined;
  const server = createServer((request, response) => {
    const [path, name] = (request.url ?? '').slice(1).split('/');
    const work = async () => {
      if (path !== secret) throw new Error('not ours');
      started ??= startDatabases();
      const databases = await started;
      if (request.method === 'DELETE') return databases.drop(name ?? '');
      return databases.create(request.method === 'PUT');
    };
    work().then(
      (answer) => response.end(JSON.stringify(answer ?? {})),
      (error) => response.writeHead(500).end(String(error?.stack ?? error)),
    );
  });
  project.provide('databaseBroker', `${await listen(server)}/${secret}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await (await started?.catch(() => undefined))?.stop();
  };
};

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

const startDatabases = async () => {
  const postgres = await startThrowAwayPostgres();
  const password = randomBytes(18).toString('base64url');
  await prepareDatabase(postgres.urlFor('postgres'), { database: template, role, password });
  const pool = openPool(postgres.urlFor(template, role, password), 2);
  await migrate(pool);
  await pool.end();

  const admin = openPool(postgres.urlFor('postgres'), 4);
  let count = 0;
  return {
    create: async (bySuperuser: boolean) => {
      count += 1;
      const name = `test_${count}`;
      // Copied as files: by way of the log each copy would write all its pages once more.
      await admin.query(`create database ${name} template ${template} owner ${role} strategy file_copy`);
      if (!bySuperuser) return { name, url: postgres.urlFor(name, role, password) };
      await admin.query(`create role ${name} superuser login password '${password}'`);
      return { name, url: postgres.urlFor(name, name, password) };
    },
    drop: async (name: string) => {
      await admin.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
      await admin.query(`drop role if exists ${pg.escapeIdentifier(name)}`);
    },
    stop: async () => {
      await admin.end();
      await postgres.stop();
    },
  };
};
