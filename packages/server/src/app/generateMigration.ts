import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { buildResources } from '../engine/resource.ts';
import { tablesOf } from '../engine/table.ts';
import { systemTables } from '../platform/systemTables.ts';

/**
 * `npm run migrate:generate -- <name>` writes the SQL that brings the last snapshot to today's definitions.
 * Before the first release, `--initial` writes the first migration anew.
 */
const folder = fileURLToPath(new URL('../../migrations/', import.meta.url));
const snapshotFile = `${folder}meta/snapshot.json`;

const main = async () => {
  const initial = process.argv.includes('--initial');
  const name = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'change';
  const tables = Object.fromEntries([...tablesOf(buildResources(everyDefinition, {})), ...systemTables]);
  const previous =
    !initial && existsSync(snapshotFile)
      ? JSON.parse(readFileSync(snapshotFile, 'utf8'))
      : generateDrizzleJson({});
  const current = generateDrizzleJson(tables, previous.id);
  const statements = await generateMigration(previous, current);
  if (statements.length === 0) return console.log('Nothing changed.');
  const number = initial ? 0 : previous.gatehouse + 1;
  const file = `${String(number).padStart(4, '0')}_${initial ? 'initial' : name}.sql`;
  const preamble = initial
    ? [
        'CREATE EXTENSION IF NOT EXISTS pg_trgm;',
        'CREATE EXTENSION IF NOT EXISTS ltree;',
        'CREATE EXTENSION IF NOT EXISTS btree_gin;',
      ]
    : [];
  mkdirSync(`${folder}meta`, { recursive: true });
  writeFileSync(`${folder}${file}`, `${[...preamble, ...statements].join('\n')}\n`);
  writeFileSync(snapshotFile, `${JSON.stringify({ ...current, gatehouse: number })}\n`);
  console.log(`Wrote migrations/${file} (${statements.length} statements). Read it before committing.`);
};

await main();
