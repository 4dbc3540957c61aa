import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import { abortFailure, SessionFailure } from '../sessionFailure.ts';
import { type Reached, type RouteDeps, reachTarget } from '../ssh/route.ts';
import { createTelnetLogin, type TelnetLogin } from './login.ts';
import { createNegotiation, type Negotiation } from './negotiation.ts';
import { loginPrompts } from './prompts.ts';
import { createTelnetReader } from './reader.ts';
import { encodeInput } from './writer.ts';

/** Size until the window has reported its own. */
const FIRST_SIZE = { cols: 80, rows: 24 };
/** Maximum size of unread answers, in bytes; an asset that lets more pile up is not reading. */
const MOST_UNREAD_BYTES = 256 * 1024;

/** How the connection ended: closed by the asset, or broken. */
type TelnetEnd = 'shell_exit' | 'target_gone';

/** What a login needs besides its route: a log for what an asset does wrong. */
export type TelnetDeps = RouteDeps & { warn: (detail: object, message: string) => void };

/** A Telnet connection: passes output to its listener and answers option negotiation itself. */
export type TelnetWire = {
  negotiation: Negotiation;
  write: (bytes: Buffer, done?: () => void) => void;
  hear: (output: (bytes: Buffer) => void, ended: (how: TelnetEnd) => void) => void;
};

const createWire = ({ socket, isJumpGone }: Reached, warn: TelnetDeps['warn']): TelnetWire => {
  let output: (bytes: Buffer) => void = () => undefined;
  let ended: (how: TelnetEnd) => void = () => undefined;
  let isBroken = false;
  let isClosed = false;
  const how = (): TelnetEnd => (isBroken || isJumpGone() ? 'target_gone' : 'shell_exit');
  const giveUp = (err: unknown) => {
    isBroken = true;
    warn({ err }, 'the telnet connection is given up');
    socket.destroy();
  };
  const negotiation = createNegotiation({
    size: FIRST_SIZE,
    send: (bytes) => {
      if (socket.writableLength > MOST_UNREAD_BYTES) giveUp(new Error('answers are not read'));
      else socket.write(bytes);
    },
  });
  const reader = createTelnetReader({
    isBinary: negotiation.isBinary.in,
    onOption: negotiation.onOption,
    onParameters: negotiation.onParameters,
  });
  socket.on('data', (chunk: Buffer) => {
    try {
      const printed = reader.read(chunk);
      if (printed.length > 0) output(printed);
    } catch (error) {
      giveUp(error);
    }
  });
  socket.on('error', () => {
    isBroken = true;
  });
  socket.on('close', () => {
    isClosed = true;
    ended(how());
  });
  return {
    negotiation,
    write: (bytes, done) => void socket.write(encodeInput(bytes, negotiation.isBinary.out()), () => done?.()),
    hear: (onOutput, onEnded) => {
      output = onOutput;
      ended = onEnded;
      if (isClosed) ended(how());
    },
  };
};

const logIn = async (secret: ConnectionSecret, reached: Reached, wire: TelnetWire, deps: TelnetDeps) => {
  const host = reached.target.name;
  const setting =
    secret.platform.protocols.find((protocol) => protocol.name === secret.protocol)?.setting ?? {};
  const login: TelnetLogin = createTelnetLogin({
    account: secret.account,
    host,
    charset: secret.platform.charset.value,
    prompts: loginPrompts(setting, deps.warn),
    prompter: deps.prompter,
    answer: (text) => wire.write(Buffer.from(`${text}\r`)),
  });
  const aborted = () => login.fail(abortFailure(deps.signal));
  deps.signal.addEventListener('abort', aborted, { once: true });
  // Output after the login is held until the recording runs.
  const held: Buffer[] = [];
  wire.hear((bytes) => {
    if (!login.feed(bytes)) held.push(bytes);
  }, login.closed);
  if (deps.signal.aborted) aborted();
  try {
    const first = await login.done;
    reached.socket.pause();
    return () => [first, ...held];
  } finally {
    deps.signal.removeEventListener('abort', aborted);
  }
};

/** A Telnet connection that is logged in and paused; `held` is its output since the last answer. */
export type TelnetConnection = { reached: Reached; wire: TelnetWire; held: () => Buffer[] };

/** Connects to the asset and answers its prompts until the login has succeeded (decision 0147). */
export const connectTelnet = async (
  secret: ConnectionSecret,
  deps: TelnetDeps,
): Promise<TelnetConnection> => {
  if (secret.account.secret_type.value !== 'password' && secret.account.secret !== '')
    throw new SessionFailure('auth_failed', { host: secret.asset.name, username: secret.account.username });
  const reached = await reachTarget(secret, deps);
  try {
    deps.progress('authenticating', reached.target.name);
    const wire = createWire(reached, deps.warn);
    return { reached, wire, held: await logIn(secret, reached, wire, deps) };
  } catch (error) {
    reached.close();
    throw error;
  }
};
