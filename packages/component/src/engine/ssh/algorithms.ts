import type { KnownHostKey } from '@gatehouse/contract/wire/connection.ts';
import type { Algorithms, ServerHostKeyAlgorithm } from 'ssh2';

const hostKeyAlgorithms: ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
];

/** Signature algorithms that make a server present a key of this type. */
const algorithmsOf = (keyType: string): string[] =>
  keyType === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'] : [keyType];

const modern: Omit<Algorithms, 'serverHostKey'> = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group-exchange-sha256',
    'diffie-hellman-group14-sha256',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group18-sha512',
  ],
  cipher: [
    'aes128-gcm@openssh.com',
    'aes256-gcm@openssh.com',
    'chacha20-poly1305@openssh.com',
    'aes128-ctr',
    'aes192-ctr',
    'aes256-ctr',
  ],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
};

const old: Omit<Algorithms, 'serverHostKey'> = {
  kex: ['diffie-hellman-group14-sha1', 'diffie-hellman-group-exchange-sha1', 'diffie-hellman-group1-sha1'],
  cipher: ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc'],
  hmac: ['hmac-sha1-etm@openssh.com', 'hmac-sha1', 'hmac-md5'],
};

const both = <T>(name: keyof typeof modern): T[] => [...(modern[name] as T[]), ...(old[name] as T[])];

/**
 * Algorithms offered to a host. Known host key types come first, so that a host with several keys presents a
 * known one. Broken algorithms are offered only where the platform allows old SSH versions.
 */
export const offeredAlgorithms = (options: {
  allow_old: boolean;
  known: readonly KnownHostKey[];
}): Algorithms => {
  const all: ServerHostKeyAlgorithm[] = options.allow_old
    ? [...hostKeyAlgorithms, 'ssh-rsa', 'ssh-dss']
    : hostKeyAlgorithms;
  const preferred = new Set(options.known.flatMap((key) => algorithmsOf(key.key_type)));
  const serverHostKey = [
    ...all.filter((name) => preferred.has(name)),
    ...all.filter((name) => !preferred.has(name)),
  ];
  return options.allow_old
    ? { kex: both('kex'), cipher: both('cipher'), hmac: both('hmac'), serverHostKey }
    : { ...modern, serverHostKey };
};
