import type { Duplex } from 'node:stream';
import type {
  HostKeyReport,
  HostKeyVerdict,
  KnownHostKey,
  SecretAccount,
} from '@gatehouse/contract/wire/connection.ts';
import { type AnyAuthMethod, Client } from 'ssh2';
import type { Prompter } from '../prompter.ts';
import { abortFailure, SessionFailure } from '../sessionFailure.ts';
import { offeredAlgorithms } from './algorithms.ts';
import type { Target } from './dial.ts';
import { checkHostKey, type HostKeyFact } from './hostKey.ts';
import { keepKeys } from './keptKeys.ts';
import { createLogin, type NextAttempt } from './login.ts';
import { openPrivateKey } from './privateKey.ts';

/** Everything needed to log in over an open connection. */
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
  /** For the handshake only; the login itself may wait for the user. */
  timeout_ms: number;
};

/** A logged-in SSH connection. */
export type SshConnection = { client: Client; hostKey: HostKeyFact };

const KEEPALIVE = { keepaliveInterval: 20_000, keepaliveCountMax: 3 };
/** By default OpenSSH ends a login after two minutes; so do we. */
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

/** Ends a login that takes too long or is aborted. */
const createDeadline = ({ target, timeout_ms, signal }: ConnectOptions, end: (failure: Error) => void) => {
  const tooLate = () => end(new SessionFailure('connect_timeout', { host: target.name }));
  const aborted = () => end(abortFailure(signal));
  const handshake = setTimeout(tooLate, timeout_ms);
  let login: NodeJS.Timeout | undefined;
  signal.addEventListener('abort', aborted, { once: true });
  return {
    /** The handshake is done; from here on the login may wait for the user. */
    loginBegins: () => {
      clearTimeout(handshake);
      login ??= setTimeout(tooLate, LOGIN_MS);
    },
    /** A signal that was aborted earlier fires no event. */
    check: () => {
      if (signal.aborted) aborted();
    },
    stop: () => {
      clearTimeout(handshake);
      clearTimeout(login);
      signal.removeEventListener('abort', aborted);
    },
  };
};

/** The login methods to try; an unanswered question ends the login. */
const loginFor = async (options: ConnectOptions, giveUp: (error: unknown) => void): Promise<NextAttempt> => {
  const { account, target } = options;
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
  const hasKey = account.secret_type.value === 'ssh_key' && account.secret !== '';
  const key = hasKey ? await openPrivateKey(account, target.name, prompter) : null;
  return createLogin({ account, key, host: target.name, prompter });
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
  const login = await loginFor(options, giveUp);
  const nextMethod = async (left: string[] | null, partial: boolean): Promise<AnyAuthMethod | null> => {
    // The handshake has proven that the host holds the key; only now may it be remembered or refused.
    fact ??= await checkHostKey(hostKey ?? Buffer.alloc(4), { ...options, report: options.reportHostKey });
    return login(left, partial);
  };

  return new Promise<SshConnection>((resolve, reject) => {
    const fail = (error: Error) => {
      deadline.stop();
      giveUp(failureOf(error, options));
      reject(failure);
    };
    const deadline = createDeadline(options, fail);

    client.on('ready', () => {
      deadline.stop();
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
        deadline.loginBegins();
        nextMethod(left, partial).then(
          (method) => (next as (method: AnyAuthMethod | false) => void)(method ?? false),
          fail,
        );
      },
    });
    deadline.check();
  });
};
