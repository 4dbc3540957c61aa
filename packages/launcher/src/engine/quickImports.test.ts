import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const server = new URL('../../../server/', import.meta.url);
const script = `
const { sql } = await import('drizzle-orm');
const { drizzle } = await import('drizzle-orm/node-postgres');
const { pgTable, text } = await import('drizzle-orm/pg-core');
const names = ['drizzle-orm', 'drizzle-orm/pg-core', 'zod'];
const found = names.map((name) => import.meta.resolve(name));
const query = drizzle.mock().select().from(pgTable('rows', { name: text() })).where(sql\`true\`).toSQL();
console.log(JSON.stringify([found, query.sql]));
`;

test('a program finds the same libraries with quick imports as without, and they work together', async () => {
  const hook = new URL('./quickImports.ts', import.meta.url).href;
  const run = async (flags: string[]) =>
    (
      await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '-e', script], {
        cwd: fileURLToPath(server),
      })
    ).stdout;
  const [plain, quick] = await Promise.all([run([]), run(['--import', hook])]);
  expect(quick).toBe(plain);
  expect(quick).toContain('select');
});
