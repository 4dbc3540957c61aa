import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startMigratedDatabase } from './migratedDatabase.ts';
import { ownersOf, strangerProblems } from './owners.ts';
import { readSchema } from './schema.ts';
import { readSources } from './sources.ts';
import { statementProblems } from './statementProblems.ts';

/** The files on which the result of the check depends. */
const inputs = [
  'packages/{server,contract}/src/**/*.ts',
  'packages/server/migrations/*.sql',
  'scripts/sql/*',
  'package-lock.json',
  'tsconfig*.json',
];
const cachePath = 'node_modules/.cache/gatehouse/sql';

const fingerprint = async (root: string): Promise<string> => {
  const hash = createHash('sha256');
  for (const path of globSync(inputs, { cwd: root }).toSorted())
    hash.update(`${path}\0`).update(await readFile(join(root, path)));
  return hash.digest('hex');
};

const check = async (root: string): Promise<string[]> => {
  const database = await startMigratedDatabase();
  try {
    const sources = readSources(root);
    const schema = await readSchema(database.client);
    const owners = ownersOf(root, Object.keys(schema.tables));
    const homeless = Object.keys(schema.tables).filter((table) => !owners.has(table));
    return [
      ...homeless.map((table) => `the table ${table} has no owner; name one in scripts/sql/owners.ts`),
      ...(await statementProblems(sources, database.client, schema)),
      ...strangerProblems(sources, owners),
    ];
  } finally {
    await database.stop();
  }
};

/**
 * Checks the server's SQL (docs/decisions/0140): every statement against a migrated database, and every table
 * against its owner. An unchanged tree that passed is not checked again.
 */
export const checkSql = async (root: string): Promise<string[]> => {
  const cache = join(root, cachePath);
  const state = await fingerprint(root);
  if ((await readFile(cache, 'utf8').catch(() => '')) === state) return [];
  const problems = await check(root);
  if (problems.length > 0) return problems;
  await mkdir(dirname(cache), { recursive: true });
  await writeFile(cache, state);
  return [];
};
