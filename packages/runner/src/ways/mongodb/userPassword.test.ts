import { type Document, MongoServerError } from 'mongodb';
import { expect, test } from 'vitest';
import { removeAccount, setAccountSecret } from '../../engine/databaseAccounts.ts';
import { targetFailure } from '../../engine/targetFailure.ts';
import { userSteps } from './userPassword.ts';

const place = { address: 'db', port: 27_017 };

/** A database with one user or none; tells what it was asked for besides its users. */
const work = async (
  user: Document | null,
  change: {
    username?: string;
    secret?: string;
    isPush?: boolean;
    isRemoval?: boolean;
    refuses?: boolean;
  } = {},
) => {
  const asked: Document[] = [];
  const command = async (sent: Document): Promise<Document> => {
    if (sent.usersInfo) return { users: user ? [user] : [] };
    asked.push(sent);
    if (change.refuses) throw new MongoServerError({ message: 'no', code: 13 });
    return { ok: 1 };
  };
  const steps = userSteps({ databaseName: 'shop', command } as Parameters<typeof userSteps>[0]);
  const { username = 'app', secret = 'New-1', isPush = false } = change;
  const done = change.isRemoval
    ? removeAccount(steps, place, username)
    : setAccountSecret(steps, place, { username, secret }, isPush);
  const end = await done.then(
    () => 'done',
    (error: unknown) => targetFailure(error, {} as never).key,
  );
  return [end, ...asked];
};
const plain = { user: 'app', db: 'shop', roles: [{ role: 'readWrite', db: 'shop' }] };

test('users are created without roles, changed and removed; names and passwords are values of commands', async () => {
  const odd = { username: '$ne: {"a"}', secret: `'";$where` };
  expect(await work(null, { ...odd, isPush: true })).toEqual([
    'done',
    { createUser: odd.username, pwd: odd.secret, roles: [] },
  ]);
  expect(await work(plain)).toEqual(['done', { updateUser: 'app', pwd: 'New-1' }]);
  expect(await work(plain, { isRemoval: true })).toEqual(['done', { dropUser: 'app' }]);
  expect(await work(null, { isRemoval: true })).toEqual(['done']);
  expect(await work(null)).toEqual(['machine_secret_unchanged']);
  expect((await work(plain, { refuses: true }))[0]).toBe('machine_secret_unchanged');
  expect((await work(null, { refuses: true, isPush: true }))[0]).toBe('machine_user_unmade');
});

test.each<[string, Document]>([
  ['root', { roles: [{ role: 'root', db: 'admin' }] }],
  [
    'a role that contains such a role',
    { roles: [], inheritedRoles: [{ role: 'userAdminAnyDatabase', db: 'admin' }] },
  ],
  ['the owner of the users', { roles: [{ role: 'dbOwner', db: 'admin' }] }],
])('a user who is %s is neither pushed nor removed', async (_which, roles) => {
  const user = { ...plain, ...roles };
  expect(await work(user, { isPush: true })).toEqual(['machine_secret_unchanged']);
  expect(await work(user, { isRemoval: true })).toEqual(['machine_user_unremoved']);
});

test('names and passwords that clients read in different ways are never sent', async () => {
  for (const unfit of [{ secret: 'a\u00a0b' }, { secret: 'a\0' }, { username: '\ufb01' }, { username: '' }])
    expect(await work(null, { ...unfit, isPush: true })).toEqual(['machine_secret_unfit']);
});
