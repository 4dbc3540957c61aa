import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofRuns } from '../../../../../scripts/proofSize.ts';
import { type Attribute, codes, decodePacket, encodePacket, type Packet, types } from './packet.ts';
import {
  hidePassword,
  messageAuthenticator,
  provenAnswer,
  responseAuthenticator,
  signedRequest,
} from './proof.ts';

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');
const secret = Buffer.from('xyzzy5461');

test('the exchange of RFC 2865 §7.1: request, hidden password, answer', () => {
  const bytes = hex(
    `01 00 00 38 0f 40 3f 94 73 97 80 57 bd 83 d5 cb 98 f4 22 7a 01 06 6e 65 6d 6f 02 12 0d be 70 8d 93 d4 13 ce
     31 96 e4 3f 78 2a 0a ee 04 06 c0 a8 01 10 05 06 00 00 00 03`,
  );
  const authenticator = bytes.subarray(4, 20);
  const request: Packet = {
    ...{ code: codes.request, identifier: 0, authenticator },
    attributes: [
      { type: types.userName, value: Buffer.from('nemo') },
      { type: types.userPassword, value: hidePassword(Buffer.from('arctangent'), secret, authenticator) },
      { type: 4, value: hex('c0a80110') },
      { type: 5, value: hex('00000003') },
    ],
  };
  expect(encodePacket(request)).toEqual(bytes);
  expect(decodePacket(bytes)).toEqual(request);
  const answer = hex(
    `02 00 00 26 86 fe 22 0e 76 24 ba 2a 10 05 f6 bf 9b 55 e0 b2 06 06 00 00 00 01 0f 06 00 00 00 00 0e 06 c0 a8
     01 03`,
  );
  expect(responseAuthenticator(answer, authenticator, secret)).toEqual(answer.subarray(4, 20));
  // As in 2000, without a Message-Authenticator.
  expect(provenAnswer(answer, request, secret)).toBe('unsigned');
});

test('the exchange of RFC 5997 §6.1: a request that proves itself', () => {
  const bytes = hex(
    `0c da 00 26 8a 54 f4 68 6f b3 94 c5 28 66 e3 02 18 5d 06 23 50 12 5a 66 5e 2e 1e 84 11 f3 e2 43 82 20 97 c8
     4f a3`,
  );
  const authenticator = bytes.subarray(4, 20);
  expect(signedRequest({ code: 12, identifier: 0xda, authenticator, attributes: [] }, secret)).toEqual(bytes);
  const answer = hex('02 da 00 14 ef 0d 55 2a 4b f2 d6 93 ec 2b 6f e8 b5 41 1d 66');
  expect(responseAuthenticator(answer, authenticator, secret)).toEqual(answer.subarray(4, 20));
});

test('the hidden password of RFC 2865 §5.2: longer ones are chained, block by block', () => {
  const authenticator = Buffer.alloc(16, 7);
  const password = Buffer.from('x'.repeat(33));
  const hidden = hidePassword(password, secret, authenticator);
  expect(hidden).toHaveLength(48);
  // Each block is hidden as a first one would be after what came before.
  const after = (at: number) => hidden.subarray(at - 16, at);
  expect(hidden.subarray(16, 32)).toEqual(hidePassword(password.subarray(16, 32), secret, after(16)));
  expect(hidden.subarray(32)).toEqual(hidePassword(password.subarray(32), secret, after(32)));
  expect(hidePassword(Buffer.alloc(0), secret, authenticator)).toHaveLength(16);
});

const bytes = (lengths: fc.IntArrayConstraints & { minLength?: number; maxLength?: number }) =>
  fc.uint8Array(lengths).map((array) => Buffer.from(array));
const attribute: fc.Arbitrary<Attribute> = fc.record({
  type: fc.integer({ min: 1, max: 255 }).filter((type) => type !== types.messageAuthenticator),
  value: bytes({ maxLength: 253 }),
});
const question = fc.record({
  identifier: fc.integer({ min: 0, max: 255 }),
  authenticator: bytes({ minLength: 16, maxLength: 16 }),
});
const answer = fc.record({
  code: fc.constantFrom(codes.accept, codes.reject, codes.challenge),
  attributes: fc.array(attribute, { maxLength: 12 }),
});
type Asked = { identifier: number; authenticator: Buffer };
/** An answer as a server makes it. */
const answered = ({ identifier, authenticator }: Asked, of: Pick<Packet, 'code' | 'attributes'>): Buffer => {
  const proof: Attribute = { type: types.messageAuthenticator, value: Buffer.alloc(16) };
  const packet = { code: of.code, identifier, authenticator, attributes: [...of.attributes, proof] };
  proof.value = messageAuthenticator(packet, authenticator, secret);
  const made = encodePacket(packet);
  responseAuthenticator(made, authenticator, secret).copy(made, 4);
  return made;
};

test('whatever arrives is a proven answer or has a named flaw', () => {
  const datagram = fc.oneof(
    bytes({ maxLength: 200 }),
    // Headers that claim a length, before attributes that do.
    fc
      .tuple(answer, question, fc.integer({ min: 0, max: 65_535 }), bytes({ maxLength: 60 }))
      .map(([of, asked, length, rest]) => {
        const made = Buffer.concat([answered(asked, of), rest]);
        made.writeUInt16BE(length % (made.length + 4), 2);
        return made;
      }),
  );
  fc.assert(
    fc.property(datagram, question, (arrived, asked) => {
      expect(['malformed', 'other', 'unsigned', 'forged']).toContain(provenAnswer(arrived, asked, secret));
    }),
    proofRuns({ small: 500, whole: 100_000 }),
  );
});

test('an answer is believed as it was made, and not with any bit changed or another secret', () => {
  fc.assert(
    fc.property(question, answer, fc.nat(), fc.integer({ min: 0, max: 7 }), (asked, of, at, bit) => {
      const made = answered(asked, of);
      const believed = provenAnswer(Buffer.concat([made, Buffer.from('padding')]), asked, secret);
      expect(believed).toMatchObject({ code: of.code, identifier: asked.identifier });
      expect(typeof believed === 'string' || believed.attributes.slice(0, -1)).toEqual(of.attributes);
      expect(provenAnswer(made, asked, Buffer.from('another'))).toBe('forged');
      const changed = Buffer.from(made);
      changed[at % made.length]! ^= 1 << bit;
      expect(typeof provenAnswer(changed, asked, secret)).toBe('string');
    }),
    proofRuns({ small: 300, whole: 50_000 }),
  );
});

test('two proofs in one answer are none', () => {
  const asked = { identifier: 1, authenticator: Buffer.alloc(16) };
  const second = { type: types.messageAuthenticator, value: Buffer.alloc(16) };
  expect(provenAnswer(answered(asked, { code: codes.accept, attributes: [second] }), asked, secret)).toBe(
    'unsigned',
  );
});
