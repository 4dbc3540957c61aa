import { createServer, type TLSSocket } from 'node:tls';
import { MODERN_TLS } from '@gatehouse/contract/network/tls.ts';
import type { FastifyInstance } from 'fastify';
import {
  type CertificateFiles,
  expiryWarning,
  readCertificate,
  watchCertificate,
} from '../platform/crypto/certificate.ts';

/** Maximum time for a handshake; a client that needs longer is likely a scanner or an attacker. */
const handshakeMs = 10_000;

/**
 * Puts TLS in front of a server: decrypted connections continue as if they had reached the server itself, so
 * that pages, sockets and uploads are unaware of it. Must be called before the server is ready. Returns a
 * function that starts to listen.
 */
export const addTls = (
  app: FastifyInstance,
  options: { files: CertificateFiles; say: (line: string) => void; everyMs?: number },
): ((at: { host: string; port: number }) => Promise<number>) => {
  const { files, say, everyMs } = options;
  const first = readCertificate(files);
  const open = new Set<TLSSocket>();
  const server = createServer({
    cert: first.cert,
    key: first.key,
    ...MODERN_TLS,
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: handshakeMs,
  });
  const warn = (line: string | undefined) => line && say(line);
  warn(expiryWarning(first));
  server.on('secureConnection', (socket) => {
    open.add(socket.once('close', () => open.delete(socket)));
    app.server.emit('connection', socket);
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  const endWatching = watchCertificate(
    files,
    (certificate) => {
      server.setSecureContext({ cert: certificate.cert, key: certificate.key, ...MODERN_TLS });
      say(
        `The TLS certificate was replaced; the new one is good until ${certificate.expires.toISOString().slice(0, 10)}.`,
      );
      warn(expiryWarning(certificate));
    },
    (reason) => say(`The TLS certificate stays the old one. ${reason}`),
    everyMs,
  );
  app.addHook('preClose', async () => {
    endWatching();
    const closed = new Promise((resolve) => server.close(resolve));
    app.server.closeIdleConnections();
    if (server.listening || open.size) await closed;
  });
  return ({ host, port }) =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, () => resolve((server.address() as { port: number }).port));
    });
};
