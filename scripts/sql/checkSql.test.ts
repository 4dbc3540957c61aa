import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { project } from '../run.ts';
import { startMigratedDatabase } from './migratedDatabase.ts';
import { ownersOf, strangerProblems } from './owners.ts';
import { readSchema, type Schema } from './schema.ts';
import { readSources } from './sources.ts';
import { statementProblems } from './statementProblems.ts';

let database: Awaited<ReturnType<typeof startMigratedDatabase>>;
let schema: Schema;
beforeAll(async () => {
  database = await startMigratedDatabase();
  schema = await readSchema(database.client);
});
afterAll(() => database.stop());

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'gatehouse-sql-')));
  const compilerOptions = {
    module: 'ESNext',
    moduleResolution: 'Bundler',
    target: 'ESNext',
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  };
  await plant({
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'packages/server/src/platform/database.ts': `
      export declare class SQL { readonly of: 'sql' }
      export declare const sql: (parts: TemplateStringsArray, ...holes: unknown[]) => SQL;
      export type Database = { rows<Row = Record<string, unknown>>(query: SQL): Promise<Row[]> };
      export declare const id: (name: string) => SQL;
      export declare const allOf: (parts: (SQL | undefined)[]) => SQL;
      export declare const uuids: (values: readonly string[]) => SQL;`,
  });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const plant = async (files: Record<string, string>) => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
};

const head = `import { allOf, type Database, id, type SQL, sql, uuids } from '../platform/database.ts';\n`;

const problemsOf = async (body: string, path = 'packages/server/src/flows/a.ts'): Promise<string[]> => {
  await plant({ [path]: head + body });
  const found = await statementProblems(readSources(root), database.client, schema);
  return found.map((problem) => problem.split('\n')[0] ?? '');
};

/** A placeholder of a template literal, in JavaScript's own notation. */
const hole = (inside: string) => ['${', inside, '}'].join('');

test('a valid statement with a matching row type has no complaints', async () => {
  const body = `
    const seen = (org: string | undefined) => allOf([sql\`u.is_active\`, org ? sql\`u.id = ${hole('org')}\` : undefined]);
    export const find = (db: Database, ids: string[], org?: string) =>
      db.rows<{ id: string; level: number; wechat: string; last_login: string | null }>(
        sql\`select u.id, u.mfa_level::int as level, u.wechat, u.last_login from users_user u
          where u.id = any(${hole('uuids(ids)')}) and ${hole('seen(org)')}\`);`;
  expect(await problemsOf(body)).toEqual([]);
});

test('a misspelt column is found, with the name that was probably meant', async () => {
  const body = `export const find = (db: Database) => db.rows(sql\`select u.usernam from users_user u\`);`;
  expect(await problemsOf(body)).toEqual([
    'packages/server/src/flows/a.ts:2 column u.usernam does not exist (Perhaps you meant to reference the column "u.username".) near … select u.usernam from users_user u …',
  ]);
});

test('a misspelt column in a branch, behind a function or passed by a caller is found', async () => {
  const body = `
    const narrow = (wide: boolean) => (wide ? sql\`true\` : sql\`u.is_activ\`);
    const order = (column: 'name' | 'nam') => sql\`u.${hole('id(column)')}\`;
    const find = (db: Database, where: SQL) => db.rows(sql\`select 1 from users_user u where ${hole('where')}\`);
    export const a = (db: Database, wide: boolean) => find(db, narrow(wide));
    export const b = (db: Database, by: 'name' | 'nam') => db.rows(sql\`select 1 from users_user u order by ${hole('order(by)')}\`);`;
  const problems = await problemsOf(body);
  expect(problems.map((problem) => /column [^ ]+/.exec(problem)?.[0])).toEqual([
    'column u.is_activ',
    'column u.nam',
  ]);
});

test.each([
  ['number', 'the database answers uuid'],
  ['string[]', 'the database answers uuid'],
])('a result of another type than the claimed %s is found', async (type, complaint) => {
  const body = `export const find = (db: Database) => db.rows<{ id: ${type} }>(sql\`select id from users_user\`);`;
  expect(await problemsOf(body)).toEqual([
    `packages/server/src/flows/a.ts:2 \`id\` is read as ${type}, but ${complaint}`,
  ]);
});

test('a property of the row type that the statement does not return is found', async () => {
  const body = `export const find = (db: Database) => db.rows<{ name: string }>(sql\`select id from users_user\`);`;
  expect(await problemsOf(body)).toEqual([
    'packages/server/src/flows/a.ts:2 the row type has `name`, but the statement answers id',
  ]);
});

test.each([
  ['a column that may be null', 'u.last_login as x from users_user u'],
  ['the far side of an outer join', 'r.name as x from users_user u left join rbac_role r on r.id = u.id'],
  ['an aggregate over possibly no rows', 'max(u.name) as x from users_user u'],
  [
    'a subquery that may find no row',
    '(select r.name from rbac_role r where r.id = u.id) as x from users_user u',
  ],
])('%s read as never null is found', async (_what, rest) => {
  const body = `export const find = (db: Database) => db.rows<{ x: string }>(sql\`select ${rest}\`);`;
  expect(await problemsOf(body)).toEqual([
    'packages/server/src/flows/a.ts:2 `x` is read as string, but it may be null',
  ]);
});

test.each([
  'u.last_login as x from users_user u where u.last_login is not null',
  'coalesce(u.last_login, now()) as x from users_user u',
  'max(u.name) as x from users_user u group by u.id',
  '(select count(*) from rbac_role r) as x from users_user u',
])('a column that cannot be null is accepted: %s', async (rest) => {
  const body = `export const find = (db: Database) => db.rows<{ x: string }>(sql\`select ${rest}\`);`;
  expect(await problemsOf(body)).toEqual([]);
});

test('a value of the wrong type for a parameter is found', async () => {
  const body = `export const find = (db: Database, on: boolean) => db.rows(sql\`select 1 from users_user where id = ${hole('on')}\`);`;
  expect(await problemsOf(body)).toEqual([
    'packages/server/src/flows/a.ts:2 `on` is boolean, but the database expects uuid',
  ]);
});

test('the rows a caller may see of a variant are those of the table it shares', async () => {
  await plant({
    'packages/contract/src/resources/users/person.ts':
      "export const person = { app: 'users', name: 'person', variantOf: 'users.user' };",
    'packages/server/src/engine/visibleRows.ts': `import type { SQL } from '../platform/database.ts';
      export declare const visibleRows: (key: string) => Promise<SQL>;`,
  });
  const statement = (key: string, column: string) => `import { visibleRows } from '../engine/visibleRows.ts';
    export const find = async (db: Database) =>
      db.rows(sql\`select t.${column} from ${hole(`await visibleRows('${key}')`)} t\`);`;
  expect(await problemsOf(statement('users.person', 'username'))).toEqual([]);
  expect(await problemsOf(statement('users.person', 'usernam'))).toEqual([
    expect.stringContaining('column t.usernam does not exist'),
  ]);
  expect(await problemsOf(statement('users.nobody', 'id'))).toEqual([
    expect.stringContaining('there is no resource users.nobody'),
  ]);
});

const everyAsset = '(select id, org_id, name, domain from assets_asset)';
const everyAccount = '(select id, org_id, asset, username from accounts_account)';
const someUsers = '(select id, username, is_active from users_user)';

test.each([
  ['bare', `a.id from ${everyAsset} a order by a.name`],
  ['narrowed by anything but a key', `a.id from ${everyAsset} a where a.name ilike 'web%'`],
  ['without an alias', `id from ${everyAsset} a where name = 'web'`],
  ['in a subquery', `u.id from users_user u where u.username in (select c.username from ${everyAccount} c)`],
  ['under a name of its own', `s.id from (select a.id, a.name from ${everyAsset} a) s where s.name = 'web'`],
  ['joined with a list', `u.id from ${someUsers} u join ${everyAccount} c on c.id = u.id where u.is_active`],
])('a list of rows without organization scope is found: %s', async (_what, rest) => {
  const statement = (more: string) =>
    `export const list = (db: Database, org: string) => db.rows(sql\`select ${rest}${more}\`);`;
  expect(await problemsOf(statement(''))).toEqual([
    expect.stringMatching(/a\.ts:2 reads (assets_asset|accounts_account) of all organizations/),
  ]);
});

test.each([
  `a.id from ${everyAsset} a where a.org_id = ${hole('org')}`,
  `id from ${everyAsset} a where name = 'web' and org_id = any(array[${hole('org')}]::uuid[])`,
  `a.name from ${everyAsset} a where a.id = ${hole('org')}`,
  `c.id from ${everyAccount} c join ${everyAsset} a on a.id = c.asset where a.org_id = ${hole('org')}`,
  `s.id from (select a.id, a.name from ${everyAsset} a) s where s.id = ${hole('org')}`,
  `u.id from users_user u where exists (select from ${everyAccount} c where c.id = u.id)`,
  `a.id from (select * from assets_asset where true) v join ${everyAsset} a on a.id = v.id`,
])('a list within an organization, or of named rows, is accepted: %s', async (rest) => {
  expect(
    await problemsOf(`export const list = (db: Database, org: string) => db.rows(sql\`select ${rest}\`);`),
  ).toEqual([]);
});

test('a branch may read all organizations where another names one, but not where others only name rows', async () => {
  const body = (column: string) => `
    const scope = (org: string | undefined) => (org ? sql\`a.${column} = ${hole('org')}\` : sql\`true\`);
    export const list = (db: Database, org?: string) => db.rows(sql\`select a.id from ${everyAsset} a where ${hole('scope(org)')}\`);`;
  expect(await problemsOf(body('org_id'))).toEqual([]);
  expect(await problemsOf(body('id'))).toEqual([expect.stringContaining('reads assets_asset of all')]);
});

test('the scope of a resource over a relation, which lacks its columns, is found', async () => {
  await plant({
    'packages/server/src/engine/query.ts': `import type { SQL } from '../platform/database.ts';
      export declare const scopeOf: (key: string) => SQL;`,
  });
  const statement = (rows: string) => `import { scopeOf } from '../engine/query.ts';
    export const find = (db: Database) =>
      db.rows(sql\`select t.id from ${rows} t where ${hole("scopeOf('users.user')")}\`);`;
  expect(await problemsOf(statement('(select id from users_user)'))).toEqual([
    expect.stringContaining('puts the scope of a resource over a relation'),
  ]);
  expect(await problemsOf(statement('users_user'))).toEqual([]);
});

test('a condition for a resource is checked against its table', async () => {
  const body = 'export const behaviour = { visibleTo: () => sql`t.is_activ` };'.replaceAll(
    '../',
    '../../../../',
  );
  await plant({
    'packages/server/src/resources/users/user/a.ts': `import { sql } from '../../../platform/database.ts';\n${body}`,
  });
  const [problem] = await statementProblems(readSources(root), database.client, schema);
  expect(problem).toContain(
    'resources/users/user/a.ts:2 column t.is_activ does not exist (Perhaps you meant',
  );
});

test('SQL known only at run time is found, and counted where it is allowed', async () => {
  const body = `export const find = (db: Database, table: string) => db.rows(sql\`select 1 from ${hole('id(table)')}\`);`;
  expect(await problemsOf(body)).toEqual([
    'packages/server/src/flows/a.ts:2 makes SQL that cannot be checked, cannot tell the name in `id(table)`; name its parts in the source',
  ]);
  const sources = readSources(root);
  const flows = (most: number) => ({ 'packages/server/src/flows/': { most, why: 'a test' } });
  expect(await statementProblems(sources, database.client, schema, flows(1))).toEqual([]);
  expect(await statementProblems(sources, database.client, schema, flows(0))).toHaveLength(1);
});

test('SQL that names a table which belongs to another folder is found', async () => {
  await plant({
    'packages/contract/src/resources/users/user.ts': '',
    'packages/server/src/resources/users/user/own.ts':
      "import { sql } from '../../../platform/database.ts';\nexport const own = sql`users_user_groups`;",
    'packages/server/src/flows/a.ts': `${head}export const alien = sql\`select from users_user, users_user_groups\`;`,
  });
  const sources = readSources(root);
  const complaint = (table: string) =>
    `packages/server/src/flows/a.ts:2 names the table ${table}, which belongs to packages/server/src/resources/users/user`;
  const both = ['users_user', 'users_user_groups'];
  expect(strangerProblems(sources, ownersOf(root, both))).toEqual(both.map(complaint));
});

test('a relation costs nothing: PostgreSQL reads its table directly', async () => {
  const relations = readSources(project)
    .files.filter(({ fileName }) => fileName.endsWith('/relations.ts'))
    .flatMap(({ text }) => [...text.matchAll(/sql`(\(select (\S+?),? [^`]+? from (\w+)\))`/g)]);
  expect(relations.length).toBeGreaterThan(20);
  const planOf = async (from: string, column: string): Promise<string> => {
    const { rows } = await database.client.query(
      `explain (costs off) select 1 from ${from} t where t.${column} is not null`,
    );
    return JSON.stringify(rows)
      .replaceAll(/\bt\.|\w+\.(?=\w+ IS)/g, '')
      .replaceAll(/ on \w+( t)?/g, '');
  };
  for (const [, relation = '', column = '', table = ''] of relations)
    expect(await planOf(relation, column), relation).toBe(await planOf(table, column));
});

test('every table has an owner', async () => {
  const tables = Object.keys(schema.tables);
  const owners = ownersOf(project, tables);
  expect(tables.filter((table) => !owners.has(table))).toEqual([]);
});
