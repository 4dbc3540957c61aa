import fc from 'fast-check';
import { expect, test } from 'vitest';
import { removeAccount, setAccountSecret } from '../../engine/databaseAccounts.ts';
import { TargetFailure } from '../../engine/targetFailure.ts';
import { type Ask, loginStatement, loginSteps } from './loginPassword.ts';

/** Reads a statement as the server does: words, `[names]` with `]]` for a bracket, `N'texts'` with `''` for a quote. */
const tokensOf = (sql: string): string[] => {
  const token = /\s*(?:\[((?:[^\]]|\]\])*)\](?!\])|N'((?:[^']|'')*)'(?!')|([a-z_=]+))/gy;
  const tokens: string[] = [];
  while (token.lastIndex < sql.length) {
    const found = token.exec(sql);
    if (!found) throw new Error(`no statement: ${sql}`);
    const [, name, text, word] = found;
    if (name !== undefined) tokens.push(`name ${name.replaceAll(']]', ']')}`);
    else if (text !== undefined) tokens.push(`text ${text.replaceAll("''", "'")}`);
    else tokens.push(word ?? '');
  }
  return tokens;
};

const texts = fc.string({ unit: fc.constantFrom(...`]['"\\;-N= é日`), minLength: 1, maxLength: 12 });

test('whatever its characters, a statement names one login and its passwords', () => {
  fc.assert(
    fc.property(texts, texts, texts, fc.boolean(), (username, secret, old, isNew) => {
      const verb = isNew ? 'create' : 'alter';
      const start = [verb, 'login', `name ${username}`, 'with', 'password', '=', `text ${secret}`];
      expect(tokensOf(loginStatement({ username, secret }, { isNew }))).toEqual(start);
      expect(tokensOf(loginStatement({ username, secret }, { isNew, old }))).toEqual([
        ...start,
        ...['old_password', '=', `text ${old}`],
      ]);
    }),
  );
});

class Refused extends Error {}
const isAnswer = (error: unknown) => error instanceof Refused;

/** A server with these logins; tells what it was asked for. */
const serverWith = (rows: string[][], says: Error | null = null) => {
  const asked: string[] = [];
  const ask: Ask = async (sql, parameters) => {
    if (parameters) return rows;
    asked.push(sql);
    if (says) throw says;
    return [];
  };
  return { ask, asked };
};
const place = { address: 'db', port: 1433 };
const app = { username: 'app', secret: 'New-1' };
const how = (work: Promise<void>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof TargetFailure)) throw error;
      const { key, holds, output } = error;
      return { key, holds, output };
    },
  );

test.each([
  ['missing', [], 'machine_secret_unchanged'],
  ['of another case', [['APP', 'false', '0', '0']], 'machine_secret_unchanged'],
  ['disabled', [['app', 'true', '0', '0']], 'machine_secret_unchanged'],
  ['locked', [['app', 'false', '1', '0']], 'machine_secret_unchanged'],
])('the password of a login that is %s is left as it is', async (_which, rows, key) => {
  const { ask, asked } = serverWith(rows);
  const found = await how(setAccountSecret(loginSteps(ask, isAnswer, undefined), place, app, false));
  expect(found).toMatchObject({ key, holds: 'untouched' });
  expect(asked).toEqual([]);
});

test('a login is created, changed by another or by itself, and removed; one that rules over the server is left alone', async () => {
  const usual = ['app', 'false', '0', '0'];
  const ruler = ['app', 'false', '0', '1'];
  const set = async (rows: string[][], { own, isPush = false }: { own?: string; isPush?: boolean } = {}) => {
    const { ask, asked } = serverWith(rows);
    return [await how(setAccountSecret(loginSteps(ask, isAnswer, own), place, app, isPush)), ...asked];
  };
  expect(await set([], { isPush: true })).toEqual(['done', "create login [app] with password = N'New-1'"]);
  expect(await set([usual])).toEqual(['done', "alter login [app] with password = N'New-1'"]);
  expect(await set([usual], { own: 'Old-1' })).toEqual([
    'done',
    "alter login [app] with password = N'New-1' old_password = N'Old-1'",
  ]);
  expect(await set([ruler], { isPush: true })).toEqual([expect.objectContaining({ holds: 'untouched' })]);
  const gone = async (rows: string[][]) => {
    const { ask, asked } = serverWith(rows);
    return [await how(removeAccount(loginSteps(ask, isAnswer, undefined), place, 'app')), ...asked];
  };
  expect(await gone([usual])).toEqual(['done', 'drop login [app]']);
  expect(await gone([])).toEqual(['done']);
  expect(await gone([ruler])).toEqual([expect.objectContaining({ key: 'machine_user_unremoved' })]);
});

test('what the server refuses is told, and what breaks off leaves open what holds', async () => {
  const refused = serverWith([], new Refused('password too short'));
  const steps = loginSteps(refused.ask, isAnswer, undefined);
  expect(await how(setAccountSecret(steps, place, app, true))).toEqual({
    ...{ key: 'machine_user_unmade', holds: 'untouched', output: 'password too short' },
  });
  // Whether the change was made is not known then.
  const cut = serverWith([], new Error('closed'));
  const broken = setAccountSecret(loginSteps(cut.ask, isAnswer, undefined), place, app, true);
  await expect(broken).rejects.toThrow('closed');
});

test('names and passwords that a statement would not carry are refused before anything is asked', async () => {
  const { ask, asked } = serverWith([]);
  for (const unfit of [
    ...[{ username: '' }, { username: 'a ' }, { username: 'a\nb' }, { username: 'a'.repeat(129) }],
    ...[{ secret: 'a\\\nb' }, { secret: 'a\0' }, { secret: '\ud800' }],
  ])
    expect(
      await how(setAccountSecret(loginSteps(ask, isAnswer, undefined), place, { ...app, ...unfit }, true)),
    ).toMatchObject({ key: 'machine_secret_unfit', holds: 'untouched' });
  expect(asked).toEqual([]);
});
