import { readFileSync } from 'node:fs';
import type { Schema } from '../../src/app/migration/planMigration.ts';

/** The schema that the migrations lead to, and the statements left for when no server of the previous version runs. */
export const snapshot: Schema & { later: { statement: string }[] } = JSON.parse(
  readFileSync(new URL('../../migrations/meta/snapshot.json', import.meta.url), 'utf8'),
);
