import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { offeredAlgorithms } from './algorithms.ts';

const known = (key_type: string) => ({ key_type, fingerprint: '', key: '' });
const offered = (types: string[] = [], allow_old = false) =>
  offeredAlgorithms({ allow_old, known: types.map(known) }) as Record<string, string[]>;
const ssh = (...args: string[]) =>
  execFileSync('ssh', ['-F', 'none', ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
/** The default value of an OpenSSH setting that lists algorithms. */
const defaultOf = (setting: string): string[] =>
  new RegExp(`^${setting} (.*)$`, 'm').exec(ssh('-G', 'host'))?.[1]?.split(',') ?? [];
/** All algorithms of one kind that OpenSSH knows. */
const everyOf = (kind: string): string[] => ssh('-Q', kind).trim().split('\n');
/** Algorithms with the broken SHA-1, and those the SSH library does not have. */
const leftOut = /sha1|^(umac|sntrup|mlkem|sk|webauthn)|-cert-/;

test.each([
  ['kex', 'kexalgorithms'],
  ['cipher', 'ciphers'],
  ['hmac', 'macs'],
  ['serverHostKey', 'hostkeyalgorithms'],
])('the offered %s algorithms are those of OpenSSH, without broken ones', (kind, setting) => {
  const algorithms = offered()[kind] ?? [];
  expect(algorithms.length).toBeGreaterThan(3);
  expect(algorithms.toSorted()).toEqual(
    defaultOf(setting)
      .filter((name) => !leftOut.test(name))
      .toSorted(),
  );
});

test('the fastest ciphers and the safer order of encryption and checksum are preferred', () => {
  const { cipher, hmac } = offered();
  expect(cipher?.findLastIndex((name) => name.includes('gcm'))).toBe(1);
  expect(hmac?.findLastIndex((name) => name.includes('-etm@'))).toBe(1);
});

test('a platform that allows old SSH versions offers their algorithms last', () => {
  const [usual, all] = [offered(), offered([], true)];
  const added = (kind: string) => {
    const { length = 0 } = usual[kind] ?? [];
    expect(all[kind]?.slice(0, length)).toEqual(usual[kind]);
    return all[kind]?.slice(length).toSorted();
  };
  expect(added('kex')).toEqual(
    everyOf('kex')
      .filter((name) => name.endsWith('-sha1'))
      .toSorted(),
  );
  expect(added('cipher')).toEqual(
    everyOf('cipher')
      .filter((name) => name.endsWith('-cbc'))
      .toSorted(),
  );
  expect(added('hmac')).toEqual(['hmac-md5', 'hmac-sha1', 'hmac-sha1-etm@openssh.com']);
  expect(added('serverHostKey')).toEqual(['ssh-dss', 'ssh-rsa']);
});

test('the host key algorithms of a known key come first, for RSA all its signature algorithms', () => {
  const first = (types: string[], allow_old = false) => offered(types, allow_old).serverHostKey ?? [];
  const hostKeys = first([]);
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
