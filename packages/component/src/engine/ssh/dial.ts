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

/** Opens a TCP connection that sends small packets without delay. */
export const dialDirect = (target: Target, signal: AbortSignal, timeout_ms: number): Promise<Socket> =>
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
      if (!failure) return resolve(socket);
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
