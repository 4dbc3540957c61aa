import { listBackups } from '@gatehouse/contract/calls/backups.ts';
import { sql } from 'drizzle-orm';
import { bind } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Config } from '../../platform/config.ts';
import { allReplayStorages } from '../../resources/terminal/replaystorage/relations.ts';
import { readBackups } from './storedBackups.ts';

/** Registers the list of backups in storages. */
export const addBackupRoutes = (ports: HttpPorts, config: Config): void =>
  bind(ports, listBackups, async ({ ctx }) => {
    const backups = await readBackups(ctx.db);
    const storages = await ctx.db.rows<{ id: string; name: string }>(
      sql`select s.id::text as id, s.name from ${allReplayStorages} s`,
    );
    const names = new Map(storages.map(({ id, name }) => [id, name]));
    return {
      is_encryptable: config.GATEHOUSE_BACKUP_RECIPIENT !== undefined,
      backups: backups.map(({ sha256: _sha256, storage, ...backup }) => ({
        ...backup,
        storage: names.get(storage) ?? '',
      })),
    };
  });
