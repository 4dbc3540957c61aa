import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { keptPassword, roleStatement } from '../src/ways/postgresql/rolePassword.ts';
import {
  carryOut,
  connectionTo,
  expectSecrets,
  hostileNames,
  type Place,
  remove,
  setSecret,
  startPostgresql,
  useDrivers,
} from './databaseWork.ts';

useDrivers();
const tag = crypto.randomUUID().slice(0, 8);
let postgresql: Awaited<ReturnType<typeof startPostgresql>>;
let place: Place;
let client: typeof postgresql.client;
beforeAll(async () => {
  postgresql = await startPostgresql();
  ({ place, client } = postgresql);
});
afterAll(async () => {
  for (const role of [`APP${tag}`, `plain${tag}`])
    await client.query(`drop role if exists ${client.escapeIdentifier(role)}`);
  await postgresql.stop();
});

test('creates accounts, changes their secrets, proves them and finds out which one holds', async () => {
  await expectSecrets('postgresql', place, tag);
  const app = { username: `APP${tag}`, secret: 'After-1', old_secret: 'Before-1' };
  expect(await setSecret('postgresql', 'push_account', place, { ...app, secret: 'Before-1' })).toEqual({
    holds: 'new',
  });
  postgresql.cut.after = 'alter role';
  // The answer was lost, not the change.
  expect(await setSecret('postgresql', 'change_secret', place, app)).toEqual({ holds: 'new' });
  postgresql.cut.after = '';
  await client.query(`alter role ${client.escapeIdentifier(app.username)} nologin`);
  expect(await setSecret('postgresql', 'change_secret', place, app)).toMatchObject({ holds: 'untouched' });
  await client.query(`alter role ${client.escapeIdentifier(app.username)} login valid until '2020-01-01'`);
  expect(await setSecret('postgresql', 'push_account', place, app)).toMatchObject({ holds: 'untouched' });
});

test('an account that may not use the database of the asset is accepted all the same', async () => {
  const plain = { username: `plain${tag}`, secret: 'Plain-1' };
  await client.query(
    `revoke connect on database ${client.escapeIdentifier(place.database ?? '')} from public`,
  );
  expect(await setSecret('postgresql', 'push_account', place, plain)).toEqual({ holds: 'new' });
  const signIn = connectionTo({ ...place, username: plain.username, password: plain.secret });
  expect(await carryOut('postgresql', 'ping', signIn)).toMatchObject({ failed: 'failed' });
});

test('a role that owns something stays, and so does a superuser', async () => {
  const [owner, boss] = [`owner${tag}`, `boss${tag}`];
  onTestFinished(() =>
    client.query(`drop owned by ${owner}; drop role ${owner}, ${boss}`).then(() => undefined),
  );
  await client.query(
    `create role ${owner} login; create role ${boss} superuser login; create schema authorization ${owner}`,
  );
  for (const kept of [owner, boss])
    expect(await remove('postgresql', place, kept)).toEqual({
      failed: 'failed',
      key: 'machine_user_unremoved',
    });
  const { rows } = await client.query('select rolname from pg_roles where rolname in ($1, $2)', [
    owner,
    boss,
  ]);
  expect(rows).toHaveLength(2);
});

test('names that are cut, and secrets that clients read differently, are never sent', async () => {
  for (const unfit of [
    ...[{ username: 'a'.repeat(64) }, { username: 'é'.repeat(32) }, { username: '\ud800' }],
    ...[{ secret: 'a\u00a0b' }, { secret: 'ﬁne' }, { secret: 'e\u0301' }, { secret: 'a\u200bb' }],
  ])
    expect(
      await setSecret('postgresql', 'push_account', place, { username: 'app', secret: 'New-1', ...unfit }),
    ).toEqual({ key: 'machine_secret_unfit', holds: 'untouched', output: '' });
});

test('whatever its characters, a name names one role and a password stays one', async () => {
  const roles = hostileNames.map((name) => `${tag}${name}`);
  await client.query('begin');
  for (const username of roles)
    await client.query(roleStatement({ username, kept: `md5${'0'.repeat(32)}`, isNew: true }, client));
  const { rows } = await client.query('select rolname from pg_roles where starts_with(rolname, $1)', [tag]);
  expect(rows.map(({ rolname }) => rolname).sort()).toEqual(roles.sort());
  for (const secret of hostileNames) {
    const username = roles[0] ?? '';
    const plain = `set local password_encryption = 'md5'; alter role ${client.escapeIdentifier(username)} password ${client.escapeLiteral(secret)}`;
    await client.query(plain);
    const stored = await client.query('select rolpassword from pg_authid where rolname = $1', [username]);
    expect(keptPassword({ username, secret }, { encryption: 'md5', rounds: null })).toBe(
      stored.rows[0]?.rolpassword,
    );
  }
  await client.query('rollback');
});
