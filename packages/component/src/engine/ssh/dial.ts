import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Client } from 'ssh2';
import { abortFailure, SessionFailure } from '../sessionFailure.ts';

/** A host to connect to; `name` is what users call it. */
export type Target = { id: string; name: string; address: string; port: number };

const codeOf = (error: unknown): string => {
  const { code, message } = error as { code?: unknown; message?: string };
  return typeof code === 'string' ? code : (message ?? String(error));
};

/** Time in ms between two looks at how much has arrived. */
const LOOK_MS = 100;

/**
 * Breaks a connection that has delivered more bytes than any purpose needs. They are counted at the socket, so that no
 * reader above it can be kept busy.
 */
const limitArrival = (socket: Socket, most_bytes: number): void => {
  const watch = setInterval(() => {
    if (socket.bytesRead > most_bytes) socket.destroy(new Error('too much arrived'));
  }, LOOK_MS).unref();
  socket.once('close', () => clearInterval(watch));
};

/** Opens a TCP connection that sends small packets without delay; it breaks after `most_bytes` have arrived. */
export const dialDirect = (
  target: Target,
  signal: AbortSignal,
  timeout_ms: number,
  most_bytes = Number.POSITIVE_INFINITY,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host: target.address,
      port: target.port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 20_000,
    });
    const settle = (failure: SessionFailure | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', aborted);
      socket.removeListener('error', failed);
      if (!failure) {
        // Until its reader listens, a reset must not be an uncaught error.
        socket.on('error', () => undefined);
        if (Number.isFinite(most_bytes)) limitArrival(socket, most_bytes);
        return resolve(socket);
      }
      socket.on('error', () => undefined).destroy();
      reject(failure);
    };
    const failed = (error: unknown) =>
      settle(new SessionFailure('connect_failed', { host: target.name, detail: codeOf(error) }, error));
    const aborted = () => settle(abortFailure(signal));
    const timer = setTimeout(
      () => settle(new SessionFailure('connect_timeout', { host: target.name })),
      timeout_ms,
    );
    signal.addEventListener('abort', aborted, { once: true });
    socket.once('error', failed).once('connect', () => settle(null));
    if (signal.aborted) aborted();
  });

/** Opens a connection to a host through a jump host. */
export const dialThrough = (jump: Client, target: Target, timeout_ms: number): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new SessionFailure('connect_timeout', { host: target.name })),
      timeout_ms,
    );
    jump.forwardOut('127.0.0.1', 0, target.address, target.port, (error, channel) => {
      clearTimeout(timer);
      if (!error) return resolve(channel);
      reject(new SessionFailure('connect_failed', { host: target.name, detail: codeOf(error) }, error));
    });
  });
