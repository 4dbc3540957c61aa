import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Prompter } from '../prompter.ts';
import { openPrivateKey } from './privateKey.ts';

const nobody: Prompter = { ask: () => Promise.reject(new Error('nobody is asked')) };
const open = (secret: string, passphrase: string | null = null) =>
  openPrivateKey({ username: 'deploy', secret, passphrase }, 'web-01', nobody);
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const locked = { format: 'pem', cipher: 'aes-256-cbc', passphrase: 'sesame' } as const;

test.each([
  ['PKCS#1', rsa.export({ type: 'pkcs1', format: 'pem' }), null, 'ssh-rsa'],
  ['PKCS#1 with a passphrase', rsa.export({ type: 'pkcs1', ...locked }), 'sesame', 'ssh-rsa'],
  ['PKCS#8', rsa.export({ type: 'pkcs8', format: 'pem' }), null, 'ssh-rsa'],
  ['PKCS#8 with a passphrase', rsa.export({ type: 'pkcs8', ...locked }), 'sesame', 'ssh-rsa'],
  ['SEC1', ec.export({ type: 'sec1', format: 'pem' }), null, 'ecdsa-sha2-nistp256'],
  ['PKCS#8 of an elliptic curve', ec.export({ type: 'pkcs8', format: 'pem' }), null, 'ecdsa-sha2-nistp256'],
])('a key in %s is opened', async (_form, text, passphrase, type) => {
  expect((await open(`\n${text}`, passphrase)).type).toBe(type);
});

test('when the stored passphrase is wrong, the user is asked, at most three times', async () => {
  let requests = 0;
  const prompter: Prompter = {
    ask: async () => {
      requests += 1;
      return ['wrong'];
    },
  };
  const account = {
    username: 'deploy',
    secret: rsa.export({ type: 'pkcs8', ...locked }).toString(),
    passphrase: 'old',
  };
  await expect(openPrivateKey(account, 'web-01', prompter)).rejects.toMatchObject({ reason: 'key_invalid' });
  expect(requests).toBe(3);
});

test('a public key is not accepted as a private key', async () => {
  await expect(open('ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ== x')).rejects.toMatchObject({
    reason: 'key_invalid',
  });
});

test('the user is asked for the passphrase of an encrypted key, and told if it was wrong', async () => {
  const asked: unknown[] = [];
  const answers = ['wrong', 'sesame'];
  const prompter: Prompter = {
    ask: async (question) => {
      asked.push(question);
      return [answers.shift() ?? ''];
    },
  };
  for (const type of ['pkcs1', 'pkcs8'] as const) {
    answers.splice(0, 2, 'wrong', 'sesame');
    asked.length = 0;
    const secret = rsa.export({ type, ...locked }).toString();
    const key = await openPrivateKey({ username: 'deploy', secret, passphrase: null }, 'web-01', prompter);
    expect([key.type, key.isPrivateKey()]).toEqual(['ssh-rsa', true]);
    const question = { kind: 'passphrase', host: 'web-01', username: 'deploy', title: '', instruction: '' };
    const fields = [{ text: 'passphrase', echo: false }];
    expect(asked).toEqual([
      { ...question, fields, retry: false },
      { ...question, fields, retry: true },
    ]);
  }
});

test.each(['no key at all', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'])(
  'a secret that is not a private key is refused without asking for a passphrase: %s',
  async (text) => {
    const refusal = await open(text).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ reason: 'key_invalid', params: { username: 'deploy' } });
  },
);
