import ssh2 from 'ssh2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sshKeyPair } from '../../../../gateway/test/sshKeyPair.ts';
import { startApi } from '../../../test/api.ts';
import { cpuTime } from '../../../test/cpuTime.ts';
import { estateOf } from '../../../test/estate.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let asset: string;
beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  asset = await estateOf(api.pool).asset({ name: 'keys' });
});
afterAll(() => api.stop());

const url = '/api/v1/accounts/accounts/';
const send = (secret: string, facts: object = {}) =>
  admin.post(url, { asset, username: 'root', secret_type: 'ssh_key', secret, ...facts });

test('texts made to keep the parser of private keys busy are refused while other requests are answered', async () => {
  const busy = (length: number) => `-----BEGIN RSA PRIVATE KEY-----\n${'a: b\n'.repeat(length / 5)}`;
  expect(await send(busy(1_000_000))).toMatchObject({
    status: 400,
    json: { secret: ['Use at most 40960 characters.'] },
  });
  const used = await cpuTime(async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send(busy(40_900))));
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 400,
        json: { secret: [expect.stringContaining('cannot be read')] },
      });
  });
  expect(used).toBeLessThan(1_000);
});

test('a key with a passphrase is stored without it', async () => {
  const locked = sshKeyPair({
    passphrase: 'sesame',
    cipher: 'aes256-cbc',
    rounds: 16,
  });
  expect((await send(locked.private, { passphrase: 'wrong' })).json).toEqual({
    secret: [expect.stringContaining('cannot be read')],
  });
  const made = await send(locked.private, { passphrase: 'sesame' });
  expect(made.status, made.text).toBe(201);
  const { id } = made.json as { id: string };
  const { json } = await admin.get(`/api/v1/accounts/account-secrets/${id}/`);
  expect(ssh2.utils.parseKey((json as { secret: string }).secret)).toMatchObject({ type: 'ssh-ed25519' });
});
