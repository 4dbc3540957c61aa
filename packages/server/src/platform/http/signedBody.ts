import { createHash } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Settles at the end of a body whose digest is signed; rejects if it is another body. */
    signedBody?: Promise<void>;
  }
}

const emptyBody = createHash('sha256').digest();

const lacksBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';

/**
 * Compares the body of a request with its signed SHA-256 while others read it. Must be called before anybody
 * does.
 */
export const expectBody = (request: FastifyRequest, expected: Buffer): void => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Requests that nobody reads to their end have nobody to tell.
  promise.catch(() => undefined);
  request.signedBody = promise;
  const refuse = () => reject(new AppError('authentication_failed'));
  const compare = (found: Buffer) => (found.equals(expected) ? resolve() : refuse());
  if (lacksBody(request)) {
    compare(emptyBody);
    return;
  }
  const hash = createHash('sha256');
  // Unlike `on`, this does not make the body flow before its reader is there.
  request.raw.prependListener('data', (chunk: Buffer) => hash.update(chunk));
  request.raw.prependListener('end', () => compare(hash.digest()));
  request.raw.prependListener('close', refuse);
};

/** Resolves once the body is known to be the signed one, reading what its reader left; rejects otherwise. */
export const bodyAsSigned = async (request: FastifyRequest): Promise<void> => {
  if (!request.signedBody) return;
  request.raw.resume();
  await request.signedBody;
};

/**
 * The bytes of an uploaded file, which end only once the whole body is known to be the signed one: what is
 * stored from them is complete and genuine, or nothing.
 */
export async function* genuine(request: FastifyRequest, file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* file;
  await request.signedBody;
}
