import type { Duplex } from 'node:stream';
import { abortFailure, SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import { type Reached, reachTarget } from '@gatehouse/component/engine/ssh/route.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { ChannelEnd, OpenChannel, OpenDeps, TerminalEnd } from '../channel.ts';
import { createTelnetLogin, type TelnetLogin } from './login.ts';
import { createNegotiation, type Negotiation } from './negotiation.ts';
import { loginPrompts } from './prompts.ts';
import { createTelnetReader } from './reader.ts';
import { encodeInput } from './writer.ts';

/** Size until the window has reported its own. */
const FIRST_SIZE = { cols: 80, rows: 24 };
/** Maximum size of unread answers, in bytes; an asset that lets more pile up is not reading. */
const MOST_UNREAD_BYTES = 256 * 1024;

/** A Telnet connection: passes output to its listener and answers option negotiation itself. */
type Wire = {
  negotiation: Negotiation;
  write: (bytes: Buffer, done?: () => void) => void;
  hear: (output: (bytes: Buffer) => void, ended: (how: ChannelEnd) => void) => void;
};

const createWire = ({ socket, isJumpGone }: Reached, warn: OpenDeps['warn']): Wire => {
  let output: (bytes: Buffer) => void = () => undefined;
  let ended: (how: ChannelEnd) => void = () => undefined;
  let isBroken = false;
  let isClosed = false;
  const how = (): ChannelEnd => (isBroken || isJumpGone() ? 'target_gone' : 'shell_exit');
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

const logIn = async (secret: ConnectionSecret, reached: Reached, wire: Wire, deps: OpenDeps) => {
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

const terminalEnd = (socket: Duplex, wire: Wire, held: () => Buffer[]): TerminalEnd => ({
  write: wire.write,
  pause: () => socket.pause(),
  resume: () => socket.resume(),
  resize: wire.negotiation.resize,
  listen: ({ output, ended }) => {
    for (const bytes of held()) output(bytes);
    wire.hear(output, ended);
    socket.resume();
  },
});

/** A terminal over Telnet; the login answers the asset's prompts (decision 0147). */
export const openTelnet: OpenChannel = async (secret, deps) => {
  if (secret.account.secret_type.value !== 'password' && secret.account.secret !== '')
    throw new SessionFailure('auth_failed', { host: secret.asset.name, username: secret.account.username });
  const reached = await reachTarget(secret, deps);
  try {
    deps.progress('authenticating', reached.target.name);
    const wire = createWire(reached, deps.warn);
    const held = await logIn(secret, reached, wire, deps);
    return {
      kind: 'terminal',
      facts: { gateway: reached.gateway, host_key: null },
      begin: async (size) => {
        wire.negotiation.resize(size);
        return terminalEnd(reached.socket, wire, held);
      },
      close: reached.close,
    };
  } catch (error) {
    reached.close();
    throw error;
  }
};
