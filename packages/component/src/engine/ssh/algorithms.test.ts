import { expect, test } from 'vitest';
import { offeredAlgorithms } from './algorithms.ts';

const known = (key_type: string) => ({ key_type, fingerprint: '', key: '' });
const offered = (types: string[] = [], allow_old = false) =>
  offeredAlgorithms({ allow_old, known: types.map(known) });
const hostKeys = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
];

test('the offered algorithms are those of current OpenSSH in its order, without broken ones', () => {
  expect(offered()).toEqual({
    kex: [
      ...['curve25519-sha256', 'curve25519-sha256@libssh.org'],
      ...['ecdh-sha2-nistp256', 'ecdh-sha2-nistp384', 'ecdh-sha2-nistp521'],
      ...['diffie-hellman-group-exchange-sha256', 'diffie-hellman-group14-sha256'],
      ...['diffie-hellman-group16-sha512', 'diffie-hellman-group18-sha512'],
    ],
    cipher: [
      ...['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'chacha20-poly1305@openssh.com'],
      ...['aes128-ctr', 'aes192-ctr', 'aes256-ctr'],
    ],
    hmac: [
      ...['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com'],
      ...['hmac-sha2-256', 'hmac-sha2-512'],
    ],
    serverHostKey: hostKeys,
  });
});

test('a platform that allows old SSH versions offers their algorithms last', () => {
  const { kex, cipher, hmac, serverHostKey } = offered([], true) as Record<string, string[]>;
  expect(serverHostKey).toEqual([...hostKeys, 'ssh-rsa', 'ssh-dss']);
  expect(kex?.slice(9)).toEqual([
    'diffie-hellman-group14-sha1',
    'diffie-hellman-group-exchange-sha1',
    'diffie-hellman-group1-sha1',
  ]);
  expect(cipher?.slice(6)).toEqual(['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc']);
  expect(hmac?.slice(4)).toEqual(['hmac-sha1-etm@openssh.com', 'hmac-sha1', 'hmac-md5']);
});

test('the host key algorithms of a known key come first, for RSA all its signature algorithms', () => {
  const first = (types: string[], allow_old = false) => offered(types, allow_old).serverHostKey as string[];
  expect(first(['ecdsa-sha2-nistp521'])).toEqual([
    'ecdsa-sha2-nistp521',
    ...hostKeys.filter((name) => name !== 'ecdsa-sha2-nistp521'),
  ]);
  expect(first(['ssh-rsa'])).toEqual(['rsa-sha2-512', 'rsa-sha2-256', ...hostKeys.slice(0, 4)]);
  expect(first(['ssh-rsa'], true).slice(0, 4)).toEqual([
    ...['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'],
    'ssh-ed25519',
  ]);
});
