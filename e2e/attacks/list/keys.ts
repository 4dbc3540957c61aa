import { type Attack, isAlive, judge } from '../attack.ts';

const patienceSeconds = 5;
const hostile: Record<string, string> = {
  'a key with many headers': `-----BEGIN RSA PRIVATE KEY-----\n${'a: b\n'.repeat(100_000)}`,
  'a key with many beginnings': '-----BEGIN OPENSSH PRIVATE KEY-----'.repeat(10_000),
  'a key of spaces': `ssh-rsa ${' '.repeat(500_000)}`,
};

/** Texts that keep a parser of SSH keys busy, as the attacker's own public key; none of them is one. */
export const keys: Attack = {
  name: 'keys',
  run: async ({ url, admin }) => {
    const faults: string[] = [];
    for (const [name, public_key] of Object.entries(hostile)) {
      const sending = admin.call('PUT', '/api/v1/users/profile/public-key/', { public_key });
      if (!(await isAlive(url, patienceSeconds))) faults.push(`other requests waited for ${name}`);
      const { status } = await sending;
      if (status < 400 || status >= 500) faults.push(`${name} was answered with ${status}`);
    }
    return judge(faults, 'Hostile keys were refused while other requests were answered.');
  },
};
