import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretFor } from '../../../../../gateway/test/gatewayFixture.ts';
import { targetFailure } from '../../../engine/targetFailure.ts';
import { changeScript, fitsUser, inputOf, pushScript, removalScript } from './localUser.ts';
import { commandOf } from './powershell.ts';
import { changeSecret, removeAccount } from './windows.ts';

const connection = secretFor({ port: 22, username: 'deploy' }, { account: { secret: 'Sesame-1' } });

const scriptIn = (command: string): string =>
  Buffer.from(command.split(' ').at(-1) ?? '', 'base64').toString('utf16le');
const wordsIn = (input: string): string[] =>
  input
    .trimEnd()
    .split('\n')
    .map((line) => Buffer.from(line, 'base64').toString());

/** A machine that ends every script in this way; tells what it was asked for. */
const machineWith = (end: object | string) => {
  const asked: { script: string; words: string[] }[] = [];
  return {
    asked,
    machine: {
      run: async (command: string, input = '') => {
        const script = scriptIn(command);
        asked.push({ script, words: wordsIn(input) });
        const mark = /gathered-\w+/.exec(script)?.[0] ?? '';
        if (typeof end === 'string') return end;
        return `banner\r\n${mark} ${Buffer.from(JSON.stringify({ told: '', ...end })).toString('base64')}\r\n`;
      },
      unreadable: () => new Error('unreadable') as never,
    },
  };
};
type Change = {
  username?: string;
  secret?: string;
  secret_type?: 'ssh_key';
  groups?: string;
  isPush?: boolean;
};
const change = async (end: object | string, { isPush = false, groups = '', ...more }: Change = {}) => {
  const { machine, asked } = machineWith(end);
  const whole = { username: 'app', secret: 'New-1', old_secret: null, key: null, ...more };
  const done = changeSecret(machine, { secret_type: 'password', ...whole }, connection, {
    isPush,
    params: { groups },
  });
  const how = await done.then(
    () => 'done',
    (error: unknown) => {
      const { key, holds, output } = targetFailure(error, connection);
      return { key, holds, output };
    },
  );
  return { how, asked };
};

test('names, passwords and groups are words of the input; no script and no command line has them', async () => {
  const odd = { username: "$(x) '日", secret: `";iex 'x'#\`$a` };
  const changed = await change({ end: 'changed' }, odd);
  expect(changed.how).toBe('done');
  expect(changed.asked[0]?.words).toEqual([odd.username, odd.secret]);
  expect(changed.asked[0]?.script).toContain(changeScript);
  const pushed = await change(
    { end: 'changed' },
    { ...odd, isPush: true, groups: ' Users, Remote Desktop Users,' },
  );
  expect(pushed.how).toBe('done');
  expect(pushed.asked[0]?.words).toEqual([odd.username, odd.secret, 'Users\nRemote Desktop Users']);
  expect(pushed.asked[0]?.script).toContain(pushScript);
  for (const script of [changeScript, pushScript, removalScript])
    expect(commandOf(`gathered-${'0'.repeat(24)}`, script).length).toBeLessThan(8_191);
});

test('whatever their characters, words of the input arrive as they are, one in a line', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1 }), (words) => {
      const sent = inputOf(words);
      expect(sent).toMatch(/^[A-Za-z0-9+/=\n]+$/);
      expect(wordsIn(sent)).toEqual(words);
    }),
  );
});

test.each([
  [
    { end: 'missing' },
    false,
    { key: 'machine_secret_unchanged', holds: 'untouched', output: 'no such user' },
  ],
  [{ end: 'disabled' }, false, { key: 'machine_secret_unchanged', holds: 'untouched' }],
  [
    { end: 'failed', told: 'too short' },
    false,
    { key: 'machine_secret_unchanged', holds: null, output: 'too short' },
  ],
  [{ end: 'ruler' }, true, { key: 'machine_user_unmade', holds: 'untouched' }],
  [{ end: 'unset', told: 'no such group: x' }, true, { key: 'machine_user_unset', holds: null }],
  ["'powershell' is not recognized", false, { key: 'machine_work_failed', holds: null }],
])('a machine that answers %j: what holds is known, or open', async (end, isPush, how) => {
  expect((await change(end, { isPush })).how).toMatchObject(how);
});

test('names of domains and patterns, and what is no password of one line, are never sent', async () => {
  for (const unfit of [
    ...[{ username: 'DOMAIN\\app' }, { username: 'a*' }, { username: '...' }, { username: 'a'.repeat(21) }],
    ...[{ username: ' a' }, { secret: 'a\nb' }, { secret: 'a\0' }, { secret_type: 'ssh_key' as const }],
    { isPush: true, groups: 'a*' },
  ]) {
    const { how, asked } = await change({ end: 'changed' }, unfit);
    expect([how, asked]).toEqual([{ key: 'machine_secret_unfit', holds: 'untouched', output: '' }, []]);
  }
  expect(fitsUser({ username: "O'Neil-日", secret: `"'$\`` })).toBe(true);
});

test('a user is removed; the one that signs in, and one who rules over the machine, stay', async () => {
  const remove = async (end: object, username = 'eve') => {
    const { machine, asked } = machineWith(end);
    const how = await removeAccount(machine, { username }, connection).then(
      () => 'done',
      (error: unknown) => targetFailure(error, connection).key,
    );
    return [how, ...asked.map(({ words }) => words)];
  };
  expect(await remove({ end: 'removed' })).toEqual(['done', ['eve']]);
  for (const end of ['ruler', 'own', 'failed'])
    expect(await remove({ end })).toEqual(['machine_user_unremoved', ['eve']]);
  expect(await remove({ end: 'removed' }, 'DEPLOY')).toEqual(['machine_user_kept']);
  expect(await remove({ end: 'removed' }, 'a*')).toEqual(['machine_user_kept']);
});
