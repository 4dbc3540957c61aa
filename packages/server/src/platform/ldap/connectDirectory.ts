import type { Socket } from 'node:net';
import { Duplex, Readable } from 'node:stream';
import type { Client, Filter } from 'ldapts';
import { certificateFault } from '../outgoing/certificateFault.ts';
import { RefusedHost } from '../outgoing/checkedHost.ts';
import { type Outgoing, outgoing } from '../outgoing/outgoing.ts';
import { answerIn, messageLength } from './answers.ts';
import { failureOf, LdapFailure } from './ldapFailure.ts';
import { wholeMessages } from './wholeMessages.ts';

/** A server and how to reach it; `ca` holds certificates to trust in place of the usual ones, or nothing. */
export type DirectoryAddress = {
  uri: string;
  startTls: boolean;
  ca: string;
  /** How long connecting may take, and each answer. */
  connectMs: number;
  answerMs: number;
};

/** What of the door is needed here. */
export type Ways = Pick<Outgoing, 'dial' | 'secure'>;

/** A connection to a directory. */
export type DirectoryLine = {
  /** Does one thing with the library within the time of one answer; throws `LdapFailure`. */
  ask: <T>(question: (client: Client) => Promise<T>) => Promise<T>;
  /** A filter (RFC 4515) as the library takes it; throws `LdapFailure`. */
  readFilter: (text: string) => Filter;
  end: () => void;
};

const targetOf = ({ uri, connectMs, ca }: DirectoryAddress) => {
  const url = URL.parse(uri.trim());
  const isSecure = url?.protocol === 'ldaps:';
  if (!url?.hostname || url.username || (!isSecure && url.protocol !== 'ldap:'))
    throw new LdapFailure('address', uri);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (isSecure ? 636 : 389);
  return { isSecure, host, port, timeoutMs: connectMs, ...(ca && { ca }) };
};

/** StartTLS as message 1 (RFC 4511 §4.14). */
const startTlsRequest = Buffer.from('\x30\x1d\x02\x01\x01\x77\x18\x80\x161.3.6.1.4.1.1466.20037', 'latin1');

/**
 * Asks for TLS. It is done here because the library would keep what came in clear with the answer and read it
 * as if it had come over TLS.
 */
const askForTls = (socket: Socket, timeoutMs: number): Promise<void> =>
  new Promise((done, failed) => {
    let heard = Buffer.alloc(0);
    const finish = (failure?: LdapFailure) => {
      clearTimeout(timer);
      socket.pause().off('data', hear).off('error', broken).off('close', broken);
      if (failure) failed(failure);
      else done();
    };
    const broken = () => finish(new LdapFailure('tls'));
    const hear = (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk]);
      const length = messageLength(heard) ?? 0;
      if (length > 65_536) return finish(new LdapFailure('nonsense'));
      if (length === 0 || heard.length < length) return;
      const answer = answerIn(heard);
      if (answer?.kind !== 'extended') return finish(new LdapFailure('nonsense'));
      finish(answer.isSuccess ? undefined : new LdapFailure('tls'));
    };
    const timer = setTimeout(() => finish(new LdapFailure('time_limit')), timeoutMs);
    socket.on('data', hear).once('error', broken).once('close', broken).write(startTlsRequest);
  });

const openSocket = async (address: DirectoryAddress, { dial, secure }: Ways): Promise<Socket> => {
  const { isSecure, ...target } = targetOf(address);
  const socket = await dial(target).catch((error: Error) => {
    throw new LdapFailure(
      error instanceof RefusedHost ? 'refused_host' : 'unreachable',
      error.message,
      error,
    );
  });
  socket.on('error', () => undefined);
  try {
    if (!isSecure && !address.startTls) return socket;
    if (!isSecure) await askForTls(socket, address.connectMs);
    const over = await secure(socket, target);
    return over.on('error', () => undefined);
  } catch (error) {
    socket.destroy();
    if (error instanceof LdapFailure) throw error;
    const untrusted = certificateFault(error);
    throw new LdapFailure(untrusted ? 'certificate' : 'tls', untrusted ?? (error as Error).message, error);
  }
};

/** Connects to a directory; throws `LdapFailure`. */
export const connectDirectory = async (
  address: DirectoryAddress,
  ways: Ways = outgoing,
): Promise<DirectoryLine> => {
  const socket = await openSocket(address, ways);
  // Only installations with a directory need the library.
  const library = await import('ldapts');
  let broken: LdapFailure | undefined;
  // Told here, as the library takes away all that listen for errors.
  const answers = async function* () {
    try {
      yield* wholeMessages(socket);
    } catch (error) {
      broken ??= failureOf(error);
      throw error;
    }
  };
  const line = Duplex.from({ readable: Readable.from(answers()), writable: socket });
  line.on('error', () => undefined);
  const end = (failure?: LdapFailure) => {
    broken ??= failure;
    line.destroy();
    socket.destroy();
  };
  // The library connects again by itself: never to anything else, and never without TLS.
  const once = [Object.assign(line, { connecting: false, readyState: 'open' }) as unknown as Socket];
  const client = new library.Client({
    url: 'ldap://directory',
    createConnection: () => {
      const [open] = once.splice(0);
      if (!open) throw broken ?? new LdapFailure('unreachable');
      return open;
    },
  });
  return {
    ask: async (question) => {
      const late = () => end(new LdapFailure('time_limit', `${address.answerMs} ms`));
      const timer = setTimeout(late, address.answerMs);
      try {
        return await question(client);
      } catch (error) {
        throw failureOf(error, broken);
      } finally {
        clearTimeout(timer);
      }
    },
    readFilter: (text) => {
      try {
        return library.FilterParser.parseString(text);
      } catch (error) {
        throw new LdapFailure('filter', '', error);
      }
    },
    end: () => end(),
  };
};
