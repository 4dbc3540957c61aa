import { createHash } from 'node:crypto';
import { type AnyAuthMethod, Client, type ClientChannel, type ServerHostKeyAlgorithm } from 'ssh2';
import { readPrivateKey } from '../crypto/sshKey.ts';
import { type Outgoing, outgoing } from '../outgoing/outgoing.ts';

/** A host key as users and components know it: type, `SHA256:…`, and the public key in base64. */
export type ShownKey = { key_type: string; fingerprint: string; key: string };

/** A machine, the account to sign in to it with, and how its host key is judged. */
export type SshPlace = {
  host: string;
  port: number;
  username: string;
  /** A password, or a private key without passphrase. */
  secret: { password: string } | { privateKey: string };
  /** Types of the keys that are known of the machine; it is asked for one of these first. */
  knownTypes: readonly string[];
  /** Whether the machine may be signed in to; asked once it has proven that it holds the key. */
  isTrusted(key: ShownKey): Promise<boolean>;
};

/** A machine that was signed in to, and what it opens. */
export type SshClient = Client;
export type SshChannel = ClientChannel;

/** Why a machine was not signed in to; `detail` is a code or a fingerprint, never text of the machine. */
export class SshFailure extends Error {
  override name = 'SshFailure';
  readonly reason: 'unreachable' | 'hostKey' | 'login';
  readonly detail: string;
  constructor(reason: SshFailure['reason'], detail = '', cause?: unknown) {
    super(`${reason} ${detail}`.trim(), { cause });
    this.reason = reason;
    this.detail = detail;
  }
}

const dialMs = 10_000;
const readyMs = 20_000;

const hostKeyAlgorithms: readonly ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
];

/** Known types first, so that a machine with several keys shows one that is known. */
const inOrder = (known: readonly string[]): ServerHostKeyAlgorithm[] => {
  const isKnown = (name: string) => known.includes(name.startsWith('rsa-') ? 'ssh-rsa' : name);
  return [...hostKeyAlgorithms.filter(isKnown), ...hostKeyAlgorithms.filter((name) => !isKnown(name))];
};

const shown = (blob: Buffer): ShownKey => {
  const length = blob.readUInt32BE(0);
  return {
    key_type: blob.subarray(4, 4 + length).toString('latin1'),
    fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
    key: blob.toString('base64'),
  };
};

/** What is tried to sign in, in order; a machine may take passwords as an answer to its question only. */
const methodsOf = ({ username, secret }: SshPlace): AnyAuthMethod[] => {
  if ('privateKey' in secret) {
    const key = readPrivateKey(secret.privateKey, '')?.text;
    if (!key) throw new SshFailure('login');
    return [{ type: 'publickey', username, key }];
  }
  const { password } = secret;
  return [
    { type: 'password', username, password },
    {
      type: 'keyboard-interactive',
      username,
      prompt: (_title, _instruction, _lang, prompts, finish) =>
        finish(prompts.length === 1 && !prompts[0]?.echo ? [password] : []),
    },
  ];
};

const failureOf = (error: Error & { level?: string; code?: string }): SshFailure => {
  if (error instanceof SshFailure) return error;
  if (error.level === 'client-authentication') return new SshFailure('login', '', error);
  const code = error.code ?? error.level ?? '';
  return new SshFailure('unreachable', /^[\w-]{1,64}$/.test(code) ? code : '', error);
};

/** Hands out one method after the other, the first once the host key is trusted. */
const createLogin = (place: SshPlace, keyOf: () => Buffer | undefined) => {
  const methods = methodsOf(place);
  let isTrusted = false;
  return async (): Promise<AnyAuthMethod | false> => {
    if (!isTrusted) {
      const key = shown(keyOf() ?? Buffer.alloc(4));
      if (!(await place.isTrusted(key))) throw new SshFailure('hostKey', key.fingerprint);
      isTrusted = true;
    }
    return methods.shift() ?? false;
  };
};

/** Signs in to a machine; nothing about the account is sent before its host key is trusted. */
export const openSsh = async (
  place: SshPlace,
  signal: AbortSignal,
  { dial }: Pick<Outgoing, 'dial'> = outgoing,
): Promise<SshClient> => {
  let hostKey: Buffer | undefined;
  const login = createLogin(place, () => hostKey);
  const { host, port, username } = place;
  const sock = await dial({ host, port, timeoutMs: dialMs }).catch((error: Error) => {
    throw failureOf(error);
  });
  const client = new Client();
  const aborted = () => client.destroy();
  signal.addEventListener('abort', aborted, { once: true });
  return new Promise<Client>((opened, failed) => {
    const fail = (error: Error) => {
      signal.removeEventListener('abort', aborted);
      client.destroy();
      sock.destroy();
      failed(failureOf(error));
    };
    client
      .on('error', fail)
      .on('close', () => fail(new SshFailure('unreachable', 'closed')))
      .on('ready', () => opened(client))
      .connect({
        sock,
        username,
        readyTimeout: readyMs,
        keepaliveInterval: 20_000,
        keepaliveCountMax: 3,
        algorithms: { serverHostKey: inOrder(place.knownTypes) },
        hostVerifier: (blob: Buffer) => {
          hostKey ??= Buffer.from(blob);
          return hostKey.equals(blob);
        },
        authHandler: (_left, _partial, next) => {
          login().then((method) => (next as (method: AnyAuthMethod | false) => void)(method), fail);
        },
      });
    if (signal.aborted) fail(new SshFailure('unreachable', 'stopped'));
  });
};
