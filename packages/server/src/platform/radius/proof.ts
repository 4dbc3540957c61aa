import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  type Attribute,
  codes,
  decodePacket,
  encodePacket,
  type Packet,
  packetBytes,
  types,
} from './packet.ts';

/** Longest password of a request (RFC 2865 §5.2). */
export const longestPassword = 128;
const block = 16;
const xor = (one: Buffer, other: Buffer): Buffer =>
  Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)));

/** A password as it is sent (RFC 2865 §5.2): hidden block by block under the secret and what came before. */
export const hidePassword = (password: Buffer, secret: Buffer, authenticator: Buffer): Buffer => {
  const padded = Buffer.alloc(Math.max(block, Math.ceil(password.length / block) * block));
  password.copy(padded);
  const hidden = [authenticator];
  for (let at = 0; at < padded.length; at += block) {
    const mask = createHash('md5').update(secret).update(hidden.at(-1)!).digest();
    hidden.push(xor(padded.subarray(at, at + block), mask));
  }
  return Buffer.concat(hidden.slice(1));
};

/** The authenticator of an answer (RFC 2865 §3): only a server that knows the secret can compute it. */
export const responseAuthenticator = (answer: Buffer, asked: Buffer, secret: Buffer): Buffer =>
  createHash('md5')
    .update(answer.subarray(0, 4))
    .update(asked)
    .update(answer.subarray(20))
    .update(secret)
    .digest();

/** The Message-Authenticator of a packet (RFC 3579 §3.2), computed over zeros in its own place. */
export const messageAuthenticator = (packet: Packet, asked: Buffer, secret: Buffer): Buffer => {
  const attributes = packet.attributes.map(({ type, value }) =>
    type === types.messageAuthenticator ? { type, value: Buffer.alloc(value.length) } : { type, value },
  );
  return createHmac('md5', secret)
    .update(encodePacket({ ...packet, authenticator: asked, attributes }))
    .digest();
};

/** The bytes of a request that proves itself. Its proof comes first, before anything an attacker may choose. */
export const signedRequest = (request: Packet, secret: Buffer): Buffer => {
  const proof: Attribute = { type: types.messageAuthenticator, value: Buffer.alloc(block) };
  const signed = { ...request, attributes: [proof, ...request.attributes] };
  proof.value = messageAuthenticator(signed, request.authenticator, secret);
  return encodePacket(signed);
};

/**
 * Why an answer is not believed: it is none, answers something else, proves nothing, or proves it with another
 * secret.
 */
export type Flaw = 'malformed' | 'other' | 'unsigned' | 'forged';

const answers: readonly number[] = [codes.accept, codes.reject, codes.challenge];
const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/**
 * The answer to a request in a datagram. Without a Message-Authenticator none is believed: a forged one could
 * be made to carry the right Response Authenticator within minutes (Blast-RADIUS, docs/decisions/0489).
 */
export const provenAnswer = (
  datagram: Buffer,
  { identifier, authenticator }: Pick<Packet, 'identifier' | 'authenticator'>,
  secret: Buffer,
): Packet | Flaw => {
  const bytes = packetBytes(datagram);
  const packet = decodePacket(datagram);
  if (!bytes || !packet) return 'malformed';
  if (packet.identifier !== identifier || !answers.includes(packet.code)) return 'other';
  const [proof, ...more] = packet.attributes.filter(({ type }) => type === types.messageAuthenticator);
  if (!proof || more.length > 0) return 'unsigned';
  const isProven =
    isSame(proof.value, messageAuthenticator(packet, authenticator, secret)) &&
    isSame(packet.authenticator, responseAuthenticator(bytes, authenticator, secret));
  return isProven ? packet : 'forged';
};
