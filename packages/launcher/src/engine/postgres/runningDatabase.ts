import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../platform/refusal.ts';
import { databaseUrl } from './embeddedPostgres.ts';

// In postmaster.pid: process, data folder, start, port, folder of the socket.
const socketLine = 4;

/** The URL of a database that another launcher keeps running on a data folder. */
export const runningDatabase = async (home: string, role: string, database: string): Promise<string> => {
  try {
    const noted = await readFile(join(await realpath(join(home, 'pg')), 'data/postmaster.pid'), 'utf8');
    const sockets = noted.split('\n')[socketLine]?.trim();
    if (!sockets) throw new Error('no socket');
    const password = (await readFile(join(home, `keys/postgres-${role}`), 'utf8')).trim();
    return databaseUrl({ sockets, database, role, password });
  } catch {
    throw new Refusal(`Gatehouse runs on ${home}, but its database is not up. Try again in a moment.`);
  }
};
