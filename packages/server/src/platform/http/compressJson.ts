import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const zip = promisify(gzip);

/** Bytes from which an answer is compressed. */
const leastBytes = 1024;

/**
 * Addresses whose answers hold secrets. Compressed, such an answer tells an attacker who can add text to it and
 * see its length whether that text resembles the secret, one letter at a time (BREACH).
 */
const secretPaths = [
  '/api/v1/authentication/',
  '/api/v1/assets/databases/',
  '/api/v1/terminal/terminals/config/',
];

const allows = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((entry) => /^\s*gzip\s*($|;(?!\s*q=0(\.0*)?\s*$))/i.test(entry));

/** Answers that are not to be stored are secret; those of rows are told by their version tag. */
const isSecret = (request: FastifyRequest, reply: FastifyReply): boolean =>
  secretPaths.some((path) => request.url.startsWith(path)) ||
  request.routeOptions.config.confirm !== undefined ||
  (String(reply.getHeader('cache-control') ?? '').includes('no-store') && !reply.hasHeader('etag'));

/** Compresses what a GET or OPTIONS answers in JSON, from one kilobyte on, unless it may hold a secret. */
export const compressJson = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> => {
  const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
  const isLook = request.method === 'GET' || request.method === 'OPTIONS';
  if (!isJson || !isLook || typeof payload !== 'string' || payload.length < leastBytes) return payload;
  if (reply.hasHeader('content-encoding') || isSecret(request, reply)) return payload;
  const vary = reply.getHeader('vary');
  reply.header('vary', vary ? `${String(vary)}, Accept-Encoding` : 'Accept-Encoding');
  if (!allows(request.headers['accept-encoding'])) return payload;
  const compressed = await zip(payload, { level: constants.Z_BEST_SPEED });
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return compressed;
};
