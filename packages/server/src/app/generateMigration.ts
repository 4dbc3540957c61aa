import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { Refusal } from '../platform/refusal.ts';
import { schemaOf, startingValues } from './migration/currentSchema.ts';
import { nextNumber } from './migration/nextNumber.ts';
import type { Later } from './migration/planColumns.ts';
import { planMigration, refuseUnfinished, type Schema } from './migration/planMigration.ts';

/**
 * `npm run migrate:generate -- <name>` writes the SQL from the last snapshot to the current definitions.
 * `--contract` writes what earlier migrations left until no server of the previous version runs; `--adopt`
 * only records the current definitions as done, for a migration written by hand.
 */
const folder = fileURLToPath(new URL('../../migrations/', import.meta.url));
const snapshotFile = `${folder}meta/snapshot.json`;

type Snapshot = Schema & { later: Later[] };

const write = (name: string, statements: readonly string[]): void => {
  const file = `${nextNumber(readdirSync(folder))}_${name}.sql`;
  writeFileSync(`${folder}${file}`, `-- Generated from the definitions.\n${statements.join('\n')}\n`);
  console.log(`Wrote migrations/${file} (${statements.length} statements). Read it before committing.`);
};

const main = async () => {
  const options = process.argv.slice(2);
  const name = options.find((option) => !option.startsWith('--'));
  const previous: Snapshot = JSON.parse(readFileSync(snapshotFile, 'utf8'));
  const keep = (next: Snapshot) => writeFileSync(snapshotFile, `${JSON.stringify(next, undefined, 1)}\n`);
  if (options.includes('--contract')) {
    if (previous.later.length === 0) return console.log('Nothing waits.');
    write(
      name ?? 'contract',
      previous.later.map(({ statement }) => statement),
    );
    return keep({ ...previous, later: [] });
  }
  const current = schemaOf(everyDefinition, previous.id);
  if (options.includes('--adopt')) return keep({ ...current, later: previous.later });
  const plan = await planMigration(previous, current, startingValues(everyDefinition));
  refuseUnfinished(previous.later, current, plan);
  const later = [...previous.later, ...plan.later];
  if (plan.now.length + plan.later.length === 0) return console.log('Nothing changed.');
  if (plan.now.length > 0) write(name ?? 'change', plan.now);
  keep({ ...current, later });
  if (plan.later.length > 0)
    console.log(
      `${plan.later.length} statements wait until no server of the previous version runs: npm run migrate:generate -- --contract in the next release.`,
    );
};

try {
  await main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
