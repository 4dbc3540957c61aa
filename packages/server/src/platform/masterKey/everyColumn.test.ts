import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { createCache } from '../cache.ts';
import { masterKeyOf } from '../crypto/masterKeys.ts';
import { createVault } from '../crypto/vault.ts';
import { databaseOf } from '../database.ts';
import { rotateKeys } from './rotateKeys.ts';

const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
const vaultOf = (secret: string) =>
  createVault({ keys: () => [masterKeyOf(secret)], reread: () => undefined });
const old = vaultOf(one);

/** An SQL value for a column that has to have one, of every type in our tables. */
const fillers: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  int4: '1',
  int8: '1',
  float8: '1',
  numeric: '1',
  bool: 'false',
  timestamptz: 'now()',
  date: 'now()',
  time: 'now()',
  _uuid: `'{}'`,
};

type Column = { name: string; type: string };

/** A sealed value in the form of a column; undefined for a column that holds no text. */
const sealedFor = ({ type }: Column): string | undefined => {
  const sealed = old.seal('hush');
  if (type === 'text' || type === 'varchar') return `'${sealed}'`;
  if (type === 'json' || type === 'jsonb') return `'{"deep": [{"er": "${sealed}"}]}'`;
  return type === '_text' ? `array['${sealed}']` : undefined;
};

/** Every table of the product, and its columns without those that compute themselves. */
const tablesOf = async (pool: pg.Pool) =>
  (
    await pool.query<{ table: string; columns: Column[] }>(`
    select c.relname as "table", json_agg(json_build_object('name', a.attname, 'type', t.typname)) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.attidentity = '' join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.relname order by 1`)
  ).rows;

test('wherever a sealed value may lie in the database of the product, it is found and re-encrypted', async () => {
  const { url, drop } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await pool.end();
    await drop();
  });
  const { rows: constraints } = await pool.query(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name from pg_constraint
      where contype in ('f', 'c') and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of constraints) await pool.query(`alter table ${table} drop constraint ${name}`);
  const tables = await tablesOf(pool);
  const places: string[] = [];
  for (const { table, columns } of tables) {
    await pool.query(`alter table "${table}" disable trigger user; delete from "${table}"`);
    const values = columns.map((column) => {
      const sealed = sealedFor(column);
      if (sealed) places.push(`${table}.${column.name}`);
      return sealed ?? fillers[column.type] ?? 'null';
    });
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    await pool.query(`insert into "${table}" (${names}) values (${values.join(', ')})`);
  }
  const declared = everyDefinition.flatMap(({ app, name, fields }) =>
    Object.entries(fields as Record<string, { kind: string; encrypted?: boolean; stored?: boolean }>)
      .filter(([, field]) => field.kind === 'secret' || field.encrypted)
      .map(([field]) => `${app}_${name}.${field}`),
  );
  const elsewhere = [
    ...['settings_setting.value', 'system_cache.value', 'system_session.login_secret'],
    ...['terminal_formerkey.secret', 'assets_asset.custom_info', 'settings_chatconversation.turns'],
    ...['accounts_account.secret', 'accounts_historicalaccount.secret', 'users_user.otp_secret'],
  ];
  const columns = tables.flatMap(({ table, columns: all }) => all.map(({ name }) => `${table}.${name}`));
  const sealing = [...declared.filter((place) => columns.includes(place)), ...elsewhere];
  expect(sealing).toContain('accounts_accounttemplate.secret');
  expect(sealing.filter((place) => !places.includes(place))).toEqual([]);

  await pool.query(
    `insert into settings_setting (name, category, value, encrypted) values ('VAULT_PROOF', 'system', $1, 1)`,
    [JSON.stringify(old.seal('VAULT_PROOF'))],
  );
  const state = await rotateKeys({
    ...{ client, db: databaseOf(pool), cache: createCache() },
    ...{ source: { secret: two, previous: one }, say: () => undefined, note: async () => undefined },
  });
  expect(state.done).toBe(places.length + 1);
  const now = vaultOf(two);
  for (const { table } of tables) {
    const { rows } = await pool.query(`select t::text as text from "${table}" t`);
    for (const { text } of rows) expect(text, table).not.toContain(`g1.${masterKeyOf(one).id}.`);
  }
  for (const place of places) {
    const [table, column] = place.split('.');
    const { rows } = await pool.query(`select "${column}"::text as text from "${table}" limit 1`);
    const [sealed = ''] = /g1(\.[\w-]+){3}/.exec(rows[0].text) ?? [];
    expect(now.open(sealed), place).toBe('hush');
  }
});
