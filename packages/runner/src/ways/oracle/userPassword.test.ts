import fc from 'fast-check';
import { expect, test } from 'vitest';
import { removeAccount, setAccountSecret } from '../../engine/databaseAccounts.ts';
import { targetFailure } from '../../engine/targetFailure.ts';
import { type Ask, isPassword, userStatement, userSteps } from './userPassword.ts';

const secrets = fc.string({ unit: fc.constantFrom(...`'\\;-:&@ é日"`), minLength: 1, maxLength: 10 });

test('whatever its characters, a password that fits is one quoted word of its statement', () => {
  fc.assert(
    fc.property(secrets, secrets, (secret, old) => {
      fc.pre(isPassword(secret) && isPassword(old));
      const told = userStatement({ username: 'app', secret }, { isNew: false, old });
      expect(told.split('"')).toEqual([
        'alter user ',
        'APP',
        ' identified by ',
        secret,
        ' replace ',
        old,
        '',
      ]);
    }),
  );
});

class Refused extends Error {}
const isAnswer = (error: unknown) => error instanceof Refused;
const place = { address: 'db', port: 1521 };
const app = { username: 'app', secret: 'New-1' };

type Options = {
  username?: string;
  secret?: string;
  own?: string;
  isPush?: boolean;
  refuses?: RegExp;
};
const set = async (
  row: unknown[] | null,
  { own, isPush = false, refuses = /^$/, ...change }: Options = {},
) => {
  const asked: string[] = [];
  const ask: Ask = async (sql, parameters) => {
    if (parameters) return row && parameters.name === 'APP' ? [row] : [];
    asked.push(sql);
    if (refuses.test(sql)) throw new Refused('ORA-00000: no');
    return [];
  };
  const steps = userSteps(ask, isAnswer, own);
  const end = await setAccountSecret(steps, place, { ...app, ...change }, isPush).then(
    () => 'done',
    (error: unknown) => {
      const { key, holds } = targetFailure(error, {} as never);
      return { key, holds };
    },
  );
  return [end, ...asked];
};
const untouched = [{ key: 'machine_secret_unchanged', holds: 'untouched' }];

test('a user is created with the right to sign in, and changed by another or by itself', async () => {
  const usual = ['OPEN', 'PASSWORD', 'N'];
  const created = ['create user "APP" identified by "New-1"', 'grant create session to "APP"'];
  expect(await set(null, { isPush: true })).toEqual(['done', ...created]);
  // The sign-in that follows shows what the account can do.
  expect(await set(null, { isPush: true, refuses: /^grant/ })).toEqual(['done', ...created]);
  expect(await set(null, { isPush: true, refuses: /^create/ })).toEqual([
    { key: 'machine_user_unmade', holds: 'untouched' },
    created[0],
  ]);
  expect(await set(usual)).toEqual(['done', 'alter user "APP" identified by "New-1"']);
  expect(await set(['EXPIRED'], { own: 'Old-1' })).toEqual([
    'done',
    'alter user "APP" identified by "New-1" replace "Old-1"',
  ]);
  expect(await set(usual, { refuses: /^alter/ })).toEqual([
    { key: 'machine_secret_unchanged', holds: null },
    'alter user "APP" identified by "New-1"',
  ]);
});

test('who is missing, locked, without a password, or rules over the server keeps what it has', async () => {
  expect(await set(null)).toEqual(untouched);
  expect(await set(['EXPIRED & LOCKED', 'PASSWORD', 'N'])).toEqual(untouched);
  expect(await set(['OPEN', 'EXTERNAL', 'N'])).toEqual(untouched);
  expect(await set(['OPEN', 'PASSWORD', 'Y'], { isPush: true })).toEqual(untouched);
  const asked: string[] = [];
  const ask: Ask = async (sql) => {
    asked.push(sql);
    return [['OPEN', 'PASSWORD', 'Y']];
  };
  await expect(removeAccount(userSteps(ask, isAnswer, undefined), place, 'app')).rejects.toThrow();
  expect(asked).toHaveLength(1);
});

test('names that need quotes, and passwords that end theirs, are refused before anything is asked', async () => {
  for (const unfit of [
    ...[{ username: 'a"b' }, { username: 'a b' }, { username: '1a' }, { username: 'é' }],
    ...[{ secret: 'a"b' }, { secret: 'a\nb' }, { secret: 'a'.repeat(31) }],
  ])
    expect(await set(null, { isPush: true, ...unfit })).toEqual([
      { key: 'machine_secret_unfit', holds: 'untouched' },
    ]);
});
