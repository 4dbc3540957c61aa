import { randomUUID } from 'node:crypto';
import { setPriority } from 'node:os';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import pg from 'pg';
import { createCache } from '../../platform/cache.ts';
import { readKeyConfig } from '../../platform/config.ts';
import { type Database, databaseOf, openPool } from '../../platform/database.ts';
import { createLookup } from '../../platform/i18n.ts';
import { readKeyReports } from '../../platform/masterKey/keyReports.ts';
import { rotateKeys } from '../../platform/masterKey/rotateKeys.ts';
import { holdRotation, type RotationState, readRotation } from '../../platform/masterKey/rotationState.ts';
import { statusLines } from '../../platform/masterKey/rotationStatus.ts';
import { Refusal } from '../../platform/refusal.ts';
import { addOperateLogs } from '../../resources/audits/operatelog/statements.ts';
import { runProgram } from './runProgram.ts';

/** Users come first: this program takes the processor time that the servers leave. */
const behindOthers = 10;

const say = (line: string) => console.log(line);

/** The change as an entry of the operate log. */
const note = async ({ from, to }: RotationState, db: Database): Promise<void> => {
  const text = (key: string) => createLookup()('en', key) ?? key;
  const entry = {
    id: randomUUID(),
    user: 'System',
    action: 'update',
    resource_key: 'audits.masterKey',
    resource: text('audits.masterKey._'),
    resource_id: '',
    remote_addr: '127.0.0.1',
    org_id: SYSTEM_ORG_ID,
    diff: { [text('audits.masterKey._')]: [from.join(', '), to] },
  };
  await addOperateLogs([entry], db);
};

/**
 * `rotateKeyMain.ts [--status]`, started by the launcher, which knows the database and the key
 * (`npm run rotate-key`): changes the master key while servers work, or tells how far this has come.
 */
const main = async ([option, ...rest]: string[], env: NodeJS.ProcessEnv): Promise<void> => {
  const { GATEHOUSE_DATABASE_URL: url } = env;
  const isStatus = option === '--status';
  if (!url || rest.length > 0 || (option !== undefined && !isStatus))
    throw new Refusal('Use `npm run rotate-key` or `npm run rotate-key -- --status`.');
  const pool = openPool(url, 1);
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  // What runs on the connection fails with it.
  client.on('error', () => undefined);
  const [db, cache] = [databaseOf(pool), createCache()];
  try {
    await client.connect();
    const isFree = await holdRotation(client, isStatus ? 'shared' : 'alone');
    if (isStatus) {
      const reports = await readKeyReports(cache, db);
      for (const line of statusLines({ state: await readRotation(db), isRunning: !isFree, reports }))
        say(line);
      return;
    }
    if (!isFree)
      throw new Refusal(
        'The master key is being changed already, or a backup is being made. Try again later.',
      );
    const source = readKeyConfig(env);
    setPriority(behindOthers);
    const { done, to } = await rotateKeys({ client, db, cache, source, say, note });
    say(`${done.toLocaleString('en')} secrets re-encrypted; key ${to} is the only one from now on`);
    if (!source.file || source.previous)
      say('Remove GATEHOUSE_SECRET_KEY_PREVIOUS from the environment; servers refuse it already.');
  } finally {
    await client.end().catch(() => undefined);
    await pool.end();
  }
};

await runProgram(() => main(process.argv.slice(2), process.env));
