import { finished } from 'node:stream';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createRoom } from '../limits/room.ts';

const mebibyte = 1024 * 1024;
/** Smaller bodies are not counted. */
const leastBytes = 64 * 1024;
/** What callers who are not signed in may send. */
const mostOfStrangers = mebibyte;
/** A text that is parsed takes several times its length. */
const timesParsed = 4;
const retrySeconds = 10;

const enter = createRoom({
  most: 128 * mebibyte,
  waiting: 100,
  patienceMs: retrySeconds * 1000,
  refusal: () => new AppError('unavailable', { seconds: retrySeconds }, { messageKey: 'unavailable_bodies' }),
});

/** Bytes of the body as the client declares them; without a length, the most that the route takes. */
const bytesOf = ({ headers, routeOptions }: FastifyRequest): number => {
  const most = routeOptions.bodyLimit ?? 0;
  if (headers['transfer-encoding'] !== undefined) return most;
  const declared = Number(headers['content-length'] ?? 0);
  // A body beyond the limit is refused unread.
  return declared > most ? 0 : declared;
};

/** How much memory a body takes until its request is answered; files in parts are read as they come. */
export const weightOf = (request: FastifyRequest): number => {
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/')) return 0;
  const bytes = bytesOf(request);
  if (bytes < leastBytes) return 0;
  return /json|urlencoded/.test(type) ? bytes * timesParsed : bytes;
};

/**
 * Lets a request go on to its body once there is room for it in memory. Until then the body waits on the wire;
 * after ten seconds the request is refused with 503.
 */
export const makeRoomForBody = async (
  request: FastifyRequest,
  reply: FastifyReply,
  user: string | undefined,
): Promise<void> => {
  const weight = weightOf(request);
  if (weight === 0) return;
  if (!user && bytesOf(request) > mostOfStrangers) throw new AppError('body_too_large');
  // The signal of the request is aborted once the body has been read, if it is asked for before.
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const leave = await enter({ who: user || request.ip, weight, signal: gone.signal });
  finished(reply.raw, leave);
};
