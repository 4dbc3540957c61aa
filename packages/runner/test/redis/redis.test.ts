import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import {
  carryOut,
  connectionTo,
  expectAnswers,
  expectSecrets,
  hostileNames,
  names,
  remove,
  setSecret,
  useDrivers,
} from '../databaseWork.ts';
import { startRedis } from './redis.ts';

useDrivers();
const redisWith = async (keeping: Parameters<typeof startRedis>[0]) => {
  const redis = await startRedis(keeping);
  onTestFinished(redis.stop);
  return redis;
};

test.each(['aclfile', 'config'] as const)(
  'users kept by %s: are found, created, changed, proven and removed, and a change outlives the server',
  async (keeping) => {
    const { place, restart } = await redisWith(keeping);
    await expectAnswers('redis', place);
    await expectSecrets('redis', place, 'x');
    const app = { username: 'kept', secret: "it's\nnew 日本" };
    expect(await setSecret('redis', 'push_account', place, app)).toEqual({ holds: 'new' });
    await restart();
    const own = connectionTo({ ...place, username: app.username, password: app.secret });
    expect(await carryOut('redis', 'verify_account', own)).toEqual({});
    // A new user may do nothing.
    expect(await carryOut('redis', 'gather_accounts', own)).toMatchObject({ failed: 'failed' });
    expect(await remove('redis', place, app.username)).toEqual({});
    await restart();
    expect(names(await carryOut('redis', 'gather_accounts', connectionTo(place)))).toEqual([
      ...['boss', 'default', 'idle', 'open'],
    ]);
  },
);

test('whatever its characters, a name is one user, or is refused before anything is sent', async () => {
  const { place } = await redisWith('aclfile');
  const made: string[] = [];
  for (const username of hostileNames.slice(0, 20)) {
    const found = await setSecret('redis', 'push_account', place, { username, secret: username });
    if (/\s/.test(username)) expect(found).toMatchObject({ key: 'machine_secret_unfit', holds: 'untouched' });
    else {
      expect(found).toEqual({ holds: 'new' });
      made.push(username);
    }
  }
  const found = names(await carryOut('redis', 'gather_accounts', connectionTo(place)));
  expect(found?.sort()).toEqual([...made, 'boss', 'default', 'idle', 'open'].sort());
});

test('a user who is switched off, needs no password or rules over the server stays', async () => {
  const { place } = await redisWith('aclfile');
  for (const [username, kind, output] of [
    ['idle', 'change_secret', 'the user is switched off'],
    ['open', 'change_secret', 'the user signs in without a password'],
    ['default', 'push_account', 'the account is an administrator of the server'],
  ] as const)
    expect(await setSecret('redis', kind, place, { username, secret: 'New-1' })).toMatchObject({
      ...{ key: 'machine_secret_unchanged', holds: 'untouched', output },
    });
  expect(await remove('redis', place, 'default')).toMatchObject({ key: 'machine_user_unremoved' });
});

test('a server that would forget a change gets none, and one that cannot save it says so', async () => {
  const forgetful = await redisWith('nowhere');
  const app = { username: 'app', secret: 'New-1' };
  expect(await setSecret('redis', 'push_account', forgetful.place, app)).toMatchObject({
    key: 'machine_secret_unchanged',
    holds: 'untouched',
    output: expect.stringContaining('in no file'),
  });
  const stuck = await redisWith('aclfile');
  rmSync(stuck.folder, { recursive: true });
  expect(await setSecret('redis', 'push_account', stuck.place, app)).toMatchObject({
    key: 'machine_secret_unsaved',
    holds: 'new',
  });
});

test('without names, the password alone signs in', async () => {
  const { place } = await redisWith('aclfile');
  const unnamed = (password: string) => {
    const connection = connectionTo({ ...place, username: 'any', password });
    const protocols = [{ name: 'redis', port: place.port, setting: {} }];
    return { ...connection, platform: { ...connection.platform, protocols } };
  };
  expect(await carryOut('redis', 'verify_account', unnamed(place.password))).toEqual({});
  expect(await carryOut('redis', 'verify_account', unnamed('wrong'))).toMatchObject({ failed: 'refused' });
});
