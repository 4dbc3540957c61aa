import { backUp, restore } from '../flows/backup/backUp.ts';
import { createBlobs } from '../platform/blobs/createBlobs.ts';
import { blobsPlaceOf, readBlobConfig } from '../platform/config.ts';
import { openPool } from '../platform/database.ts';
import { Refusal } from '../platform/refusal.ts';
import { runProgram } from './machine/runProgram.ts';

/**
 * `backUpMain.ts backup|restore <file>`, started by the launcher, which knows the database and the data
 * folder (`npm run backup`, `npm run restore`).
 */
const main = async ([verb, path]: string[], env: NodeJS.ProcessEnv): Promise<void> => {
  const { GATEHOUSE_DATABASE_URL: url, GATEHOUSE_HOME: home } = env;
  const work = verb === 'backup' ? backUp : restore;
  if (!url || !home || !path)
    throw new Refusal('Use `npm run backup -- <file>` or `npm run restore -- <file>`.');
  const blobs = await createBlobs(blobsPlaceOf(readBlobConfig(env)));
  const pool = openPool(url, 2);
  try {
    const { rows } = await work(pool, home, path, blobs);
    console.log(`${rows} rows`);
  } finally {
    await pool.end();
  }
};

// The draft folder is deleted on the exit event, which a signal alone does not raise.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

await runProgram(() => main(process.argv.slice(2), process.env));
