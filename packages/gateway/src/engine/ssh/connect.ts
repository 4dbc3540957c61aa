import type { Duplex } from 'node:stream';
import type {
  HostKeyReport,
  HostKeyVerdict,
  KnownHostKey,
  SecretAccount,
} from '@gatehouse/contract/wire/connection.ts';
import { type AnyAuthMethod, Client } from 'ssh2';
import { abortFailure, SessionFailure } from '../sessionFailure.ts';
import { offeredAlgorithms } from './algorithms.ts';
import type { Target } from './dial.ts';
import { checkHostKey, type HostKeyFact } from './hostKey.ts';
import { keepKeys } from './keptKeys.ts';
import { createLogin } from './login.ts';
import { openPrivateKey } from './privateKey.ts';
import type { Prompter } from './prompter.ts';

/** Everything needed to log in to one machine over an open connection. */
export type ConnectOptions = {
  target: Target;
  socket: Duplex;
  account: SecretAccount;
  allow_old: boolean;
  known: readonly KnownHostKey[];
  session: string;
  reportHostKey: (report: HostKeyReport) => Promise<HostKeyVerdict>;
  prompter: Prompter;
  signal: AbortSignal;
  /** For the handshake; login itself may wait for a person. */
  timeout_ms: number;
};

/** A logged-in SSH connection. */
export type SshConnection = { client: Client; hostKey: HostKeyFact };

const KEEPALIVE = { keepaliveInterval: 20_000, keepaliveCountMax: 3 };
/** Servers give up on a login after two minutes; so do we. */
const LOGIN_MS = 120_000;

const failureOf = (
  error: Error & { level?: string; code?: string },
  options: ConnectOptions,
): SessionFailure => {
  const host = options.target.name;
  if (error instanceof SessionFailure) return error;
  if (error.level === 'client-authentication') {
    return new SessionFailure('auth_failed', { host, username: options.account.username }, error);
  }
  if (error.level === 'client-timeout') return new SessionFailure('connect_timeout', { host }, error);
  if (/no matching|unsupported/i.test(error.message)) {
    return new SessionFailure('algorithms_too_old', { host }, error);
  }
  return new SessionFailure('connect_failed', { host, detail: error.code ?? error.message }, error);
};

/** Logs in; the host key is checked before anything about the account is sent. */
export const connectSsh = async (options: ConnectOptions): Promise<SshConnection> => {
  const { account, target, socket } = options;
  const client = new Client();
  keepKeys(client);
  let failure: SessionFailure | null = null;
  let hostKey: Buffer | null = null;
  let fact: HostKeyFact | null = null;

  const giveUp = (error: unknown): void => {
    failure ??= error instanceof SessionFailure ? error : new SessionFailure('internal', {}, error);
    client.destroy();
    socket.destroy();
  };
  const prompter: Prompter = {
    ask: async (question) => {
      try {
        return await options.prompter.ask(question);
      } catch (error) {
        giveUp(error);
        throw error;
      }
    },
  };
  const key = account.secret_type.value === 'ssh_key' && account.secret !== '';
  const login = createLogin({
    account,
    key: key ? await openPrivateKey(account, target.name, prompter) : null,
    host: target.name,
    prompter,
  });

  const nextMethod = async (left: string[] | null, partial: boolean): Promise<AnyAuthMethod | null> => {
    // The handshake has proven that the other side holds the key; only now is it worth remembering or refusing.
    fact ??= await checkHostKey(hostKey ?? Buffer.alloc(4), { ...options, report: options.reportHostKey });
    return login(left, partial);
  };

  return new Promise<SshConnection>((resolve, reject) => {
    let handshakeTimer: NodeJS.Timeout | undefined;
    let loginTimer: NodeJS.Timeout | undefined;
    const stop = () => {
      clearTimeout(handshakeTimer);
      clearTimeout(loginTimer);
      options.signal.removeEventListener('abort', aborted);
    };
    const fail = (error: Error) => {
      stop();
      giveUp(failureOf(error, options));
      reject(failure);
    };
    const aborted = () => fail(abortFailure(options.signal));
    handshakeTimer = setTimeout(
      () => fail(new SessionFailure('connect_timeout', { host: target.name })),
      options.timeout_ms,
    );
    options.signal.addEventListener('abort', aborted, { once: true });

    client.on('ready', () => {
      stop();
      resolve({ client, hostKey: fact ?? { fingerprint: '', first_seen: false } });
    });
    client.on('error', fail);
    client.on('close', () =>
      fail(failure ?? new SessionFailure('connect_failed', { host: target.name, detail: 'closed' })),
    );
    client.connect({
      sock: socket,
      username: account.username || '-',
      readyTimeout: 0,
      ...KEEPALIVE,
      algorithms: offeredAlgorithms({ allow_old: options.allow_old, known: options.known }),
      hostVerifier: (blob: Buffer) => {
        hostKey ??= Buffer.from(blob);
        return hostKey.equals(blob);
      },
      authHandler: (left, partial, next) => {
        clearTimeout(handshakeTimer);
        loginTimer ??= setTimeout(
          () => fail(new SessionFailure('connect_timeout', { host: target.name })),
          LOGIN_MS,
        );
        nextMethod(left, partial).then(
          (method) => (next as (one: AnyAuthMethod | false) => void)(method ?? false),
          fail,
        );
      },
    });
    if (options.signal.aborted) aborted();
  });
};
