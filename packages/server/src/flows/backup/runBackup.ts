import { sql } from 'drizzle-orm';
import { recipientIn } from '../../platform/age/keys.ts';
import { checkDatabaseUrl } from '../../platform/backup/checkDatabase.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Config } from '../../platform/config.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import { type Database, openPool } from '../../platform/database.ts';
import type { Run } from '../../platform/jobs/defineJob.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Settings } from '../../platform/settings.ts';
import { allReplayStorages } from '../../resources/terminal/replaystorage/relations.ts';
import { publishMessage } from '../notifications/publish.ts';
import { openReplayStorage, type StoredStorage } from '../storages/openReplayStorage.ts';
import { causeOf } from '../storages/probe.ts';
import { storeBackup } from './storeBackup.ts';
import { readBackups, type StoredBackup, writeBackups } from './storedBackups.ts';

/** What backups need of the server. */
export type BackupDeps = {
  db: Database;
  vault: Pick<Vault, 'open'>;
  settings: Pick<Settings, 'get'>;
  config: Config;
  blobs: Blobs;
};
type Watch = Pick<Run, 'signal' | 'log'>;

/** The storage of this name, opened; refuses those of the server, which would be lost with it. */
const openNamed = async (name: string, deps: BackupDeps): Promise<{ id: string; store: Blobs }> => {
  const [found] = await deps.db.rows<StoredStorage>(
    sql`select s.id::text as id, s.type, s.meta, s.secrets from ${allReplayStorages} s where s.name = ${name}`,
  );
  const store = found && (await openReplayStorage(found, deps));
  if (!store) throw new Refusal(`There is no storage of another system named ${name}.`);
  return { id: found.id, store };
};

/** Deletes the backups of a storage beyond those that are kept, the oldest. */
const removeOld = async (
  backups: readonly StoredBackup[],
  { id, store }: { id: string; store: Blobs },
  { deps, log }: { deps: BackupDeps; log: Watch['log'] },
): Promise<void> => {
  const old = backups.filter(({ storage }) => storage === id).slice(deps.settings.get('BACKUP_KEEP'));
  for (const { key } of old) {
    await store.remove(key);
    log(`removed: ${key}`);
  }
  await writeBackups(
    backups.filter((backup) => !old.includes(backup)),
    deps.db,
  );
};

const makeAndKeep = async (name: string, deps: BackupDeps, { signal, log }: Watch): Promise<void> => {
  const {
    GATEHOUSE_BACKUP_RECIPIENT: text,
    GATEHOUSE_DATABASE_URL: databaseUrl,
    GATEHOUSE_BACKUP_CHECK_DATABASE_URL: checkUrl = checkDatabaseUrl(databaseUrl),
    GATEHOUSE_HOME: home,
  } = deps.config;
  const recipient = recipientIn(text ?? '');
  if (!recipient)
    throw new Refusal('GATEHOUSE_BACKUP_RECIPIENT is not set; backups are stored only encrypted.');
  const place = await openNamed(name, deps);
  const pool = openPool(databaseUrl, 2);
  try {
    const made = await storeBackup({
      ...place,
      pool,
      checkUrl,
      home,
      blobs: deps.blobs,
      recipient,
      signal,
      log,
    });
    const backups = [{ storage: place.id, ...made }, ...(await readBackups(deps.db))];
    await writeBackups(backups, deps.db);
    await removeOld(backups, place, { deps, log });
  } finally {
    await pool.end();
  }
};

/** Makes the scheduled backup, where a storage is chosen for it; a failure is told to subscribers. */
export const runBackup = async (deps: BackupDeps, watch: Watch): Promise<void> => {
  const name = deps.settings.get('BACKUP_STORAGE');
  if (!name) return watch.log('no storage is chosen for backups');
  try {
    await makeAndKeep(name, deps, watch);
  } catch (error) {
    const cause = error instanceof Refusal ? error.message : causeOf(error);
    if (!watch.signal.aborted)
      await deps.db.transaction((tx) => publishMessage({ key: 'backup_failed', params: { cause } }, tx));
    throw error;
  }
};
