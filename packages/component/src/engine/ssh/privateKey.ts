import { createPrivateKey } from 'node:crypto';
import ssh2, { type ParsedKey } from 'ssh2';
import type { Prompter } from '../prompter.ts';
import { SessionFailure } from '../sessionFailure.ts';

const PKCS8 = /-----BEGIN (ENCRYPTED )?PRIVATE KEY-----/;

/** ssh2 reads every common key format except PKCS#8, which OpenSSL writes today. */
const fromPkcs8 = (text: string, passphrase: string): string | null => {
  try {
    const key = createPrivateKey({ key: text, format: 'pem', passphrase });
    const type = key.asymmetricKeyType === 'ec' ? 'sec1' : 'pkcs1';
    return key.export({ type, format: 'pem' }).toString();
  } catch {
    return null;
  }
};

type Attempt = { key: ParsedKey } | { key: null; needs_passphrase: boolean };

const attempt = (text: string, passphrase: string): Attempt => {
  const readable = PKCS8.test(text) ? fromPkcs8(text, passphrase) : text;
  if (readable === null) return { key: null, needs_passphrase: text.includes('BEGIN ENCRYPTED') };
  const found: unknown = ssh2.utils.parseKey(readable, passphrase === '' ? undefined : passphrase);
  // A file may hold several keys; the first is used.
  const parsed = (Array.isArray(found) ? found[0] : found) as ParsedKey | Error;
  if (!(parsed instanceof Error))
    return parsed.isPrivateKey() ? { key: parsed } : { key: null, needs_passphrase: false };
  return { key: null, needs_passphrase: /passphrase|decrypt|integrity|bad/i.test(parsed.message) };
};

const TRIES = 3;

/** Opens the private key of an account, asking for the passphrase when the stored one is missing or wrong. */
export const openPrivateKey = async (
  account: { username: string; secret: string; passphrase: string | null },
  host: string,
  prompter: Prompter,
): Promise<ParsedKey> => {
  const text = account.secret.trim().concat('\n');
  let result = attempt(text, account.passphrase ?? '');
  for (let tries = 0; tries < TRIES && !result.key && result.needs_passphrase; tries += 1) {
    const answers = await prompter.ask({
      kind: 'passphrase',
      host,
      username: account.username,
      title: '',
      instruction: '',
      fields: [{ text: 'passphrase', echo: false }],
      retry: tries > 0,
    });
    result = attempt(text, answers[0] ?? '');
  }
  if (!result.key) throw new SessionFailure('key_invalid', { username: account.username });
  return result.key;
};
