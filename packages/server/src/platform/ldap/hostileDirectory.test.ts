import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofRuns } from '../../../../../scripts/proofSize.ts';
import { outgoing } from '../outgoing/outgoing.ts';
import { answerIn } from './answers.ts';
import { connectDirectory, type Ways } from './connectDirectory.ts';
import { type Directory, findUser, listUsers } from './directory.ts';
import { LdapFailure } from './ldapFailure.ts';

const ber = (tag: number, ...contents: (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(
    contents.map((one) => (typeof one === 'string' ? ber(0x04, Buffer.from(one)) : one)),
  );
  const { length } = content;
  const head = length < 0x80 ? [tag, length] : [tag, 0x83, length >> 16, (length >> 8) & 0xff, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
};
const integer = (value: number, tag = 0x02) => Buffer.from([tag, 1, value]);
const message = (id: number, ...parts: Buffer[]) => ber(0x30, integer(id), ...parts);
const attribute = (name: string, ...values: string[]) => ber(0x30, name, ber(0x31, ...values));
const entry = (dn: string, ...attributes: Buffer[]) => ber(0x64, dn, ber(0x30, ...attributes));
const anna = entry('cn=anna', attribute('cn', 'anna'), attribute('mail', 'a@example.org', 'b@example.org'));
const result = (tag: number, code = 0) => ber(tag, integer(code, 0x0a), '', 'said');
const done = result(0x65);
/** The control of a page, with what leads to the next one. */
const page = (cookie: string) =>
  ber(0xa0, ber(0x30, '1.2.840.113556.1.4.319', ber(0x04, ber(0x30, integer(0), cookie))));

type Reply = (id: number, request: Buffer) => Buffer[];
/** A server that answers each request with these pieces, and hangs up after the last of its answers. */
const serving = (reply: Reply, { hangsUp = true } = {}): Ways => ({
  ...outgoing,
  dial: async () => {
    const socket: Duplex = new Duplex({
      read: () => undefined,
      write: (request: Buffer, _encoding, next) => {
        for (const piece of reply(request[4] ?? 0, request)) socket.push(piece);
        if (hangsUp) socket.push(null);
        next();
      },
    });
    return socket as Socket;
  },
});

const directory: Directory = {
  ...{ uri: 'ldap://directory.example', startTls: false, ca: '', connectMs: 30_000, answerMs: 30_000 },
  ...{ bindDn: '', bindPassword: '', bases: 'dc=example', filter: '(cn=%(user)s)', pageSize: 100 },
  attributes: { username: 'cn', email: 'MAIL' },
};
const find = (reply: Reply) => findUser(directory, 'anna', serving(reply));
const list = async (reply: Reply, over: { most?: number } = {}) => {
  const found: string[] = [];
  for await (const { dn } of listUsers(directory, { ways: serving(reply, { hangsUp: false }), ...over }))
    found.push(dn);
  return found;
};

test('an answer may come in any pieces', async () => {
  const whole = (id: number) => Buffer.concat([message(id, anna), message(id, done)]);
  const values = { username: ['anna'], email: ['a@example.org', 'b@example.org'] };
  for (const cut of [
    (bytes: Buffer) => [bytes],
    (bytes: Buffer) => [...bytes].map((byte) => Buffer.from([byte])),
  ])
    expect(await find((id) => cut(whole(id)))).toEqual({ dn: 'cn=anna', values, cut: [] });
});

/** The library of 2026 never returns from these, or keeps all of them. */
test.each<[string, string, Reply]>([
  [
    'a value longer than its entry',
    'nonsense',
    (id) => [
      message(id, ber(0x64, 'cn=a', ber(0x30, ber(0x30, 'cn', ber(0x31, Buffer.from([4, 127, 120])))))),
    ],
  ],
  [
    'attributes that are no list',
    'nonsense',
    (id) => [message(id, ber(0x64, 'cn=a', Buffer.from([4, 2, 0x30, 0x7f])))],
  ],
  [
    'a code of five bytes',
    'nonsense',
    (id) => [message(id, ber(0x65, Buffer.from([0x0a, 5, 0, 0, 0, 0, 0]), '', ''))],
  ],
  ['a length that is open', 'nonsense', () => [Buffer.from([0x30, 0x80, 2, 1, 2])]],
  ['two gigabytes', 'size_limit', () => [Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff, 2, 1])]],
  ['another protocol', 'nonsense', () => [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')]],
  ['an answer to StartTLS', 'nonsense', (id) => [message(id, result(0x78))]],
  ['an empty page before the last', 'nonsense', (id) => [message(id, done, page('more'))]],
  ['nothing, and hangs up', 'unreachable', () => []],
  ['half an answer, and hangs up', 'unreachable', (id) => [message(id, anna).subarray(0, 9)]],
])('a directory that answers with %s is at fault', async (_what, fault, reply) => {
  await expect(find(reply)).rejects.toMatchObject({ name: 'LdapFailure', fault });
});

test('a directory that keeps quiet is not waited for longer than its time', async () => {
  const quick = { ...directory, answerMs: 100 };
  const quiet = serving((id) => [message(id, anna)], { hangsUp: false });
  await expect(findUser(quick, 'anna', quiet)).rejects.toMatchObject({ fault: 'time_limit' });
  // The library would connect anew, and ask in clear what it asked over TLS.
  const line = await connectDirectory(quick, quiet);
  await expect(line.ask((client) => client.bind('cn=a', 'x'))).rejects.toMatchObject({ fault: 'time_limit' });
  await expect(line.ask((client) => client.bind('cn=a', 'x'))).rejects.toMatchObject({ fault: 'time_limit' });
});

test('answers without end are not kept', async () => {
  const flood: Reply = (id) =>
    Array(18).fill(message(id, entry('cn=a', attribute('cn', 'x'.repeat(4_000_000)))));
  await expect(find(flood)).rejects.toMatchObject({ fault: 'size_limit' });
  const references: Reply = (id) => [message(id, ber(0x73, 'ldap://other')), message(id, done, page('more'))];
  await expect(list(references, { most: 50 })).rejects.toMatchObject({ fault: 'size_limit', detail: '50' });
  const many: Reply = (id) => [
    Buffer.concat([...Array(20_000).fill(message(id, ber(0x73, 'x'))), message(id, done)]),
  ];
  expect(await list(many)).toEqual([]);
});

test('what could not be read of an attribute is named', async () => {
  const values = (...attributes: Buffer[]) =>
    find((id) => [message(id, entry('cn=anna', ...attributes)), message(id, done)]);
  expect(
    await values(attribute('CN', 'x'.repeat(4_097), 'anna'), attribute('mail;lang-en', 'a')),
  ).toMatchObject({
    values: { username: ['anna'], email: ['a'] },
    cut: ['username'],
  });
  expect(await values(attribute('mail;range=0-1', 'a', 'b'))).toMatchObject({
    values: { email: ['a', 'b'] },
    cut: ['email'],
  });
  expect(await values(attribute('mail;range=0-*', 'a'), attribute('__proto__', 'x'))).toMatchObject({
    cut: [],
  });
});

test('StartTLS that is refused, or answered with more than an answer, is not gone on with', async () => {
  const start = { ...directory, startTls: true, bindDn: 'cn=admin', bindPassword: 'secret' };
  const heard: Buffer[] = [];
  const asked = (reply: Reply) =>
    findUser(
      start,
      'anna',
      serving(
        (id, request) => {
          heard.push(request);
          return reply(id, request);
        },
        { hangsUp: false },
      ),
    );
  await expect(asked((id) => [message(id, result(0x78, 2))])).rejects.toMatchObject({ fault: 'tls' });
  const injected = [message(1, result(0x78)), message(2, result(0x61))];
  await expect(asked(() => [Buffer.concat(injected)])).rejects.toMatchObject({ fault: 'nonsense' });
  await expect(asked(() => [message(1, anna)])).rejects.toMatchObject({ fault: 'nonsense' });
  expect(heard.some((request) => request.includes('secret'))).toBe(false);
});

test('whatever a directory answers, the question ends with an entry or a named fault', async () => {
  const usual = (id: number) => [
    message(id, anna),
    message(id, ber(0x73, 'ldap://x')),
    message(id, done, page('')),
  ];
  const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }), cut: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const ended = await find((id) => {
        let bytes = Buffer.concat(usual(id));
        for (const { at, byte, cut } of changes) {
          bytes[at % bytes.length] = byte;
          if (cut)
            bytes = Buffer.concat([
              bytes.subarray(0, at % bytes.length),
              bytes.subarray((at % bytes.length) + 1),
            ]);
        }
        return [bytes];
      }).catch((error: unknown) => error);
      expect(ended === undefined || ended instanceof LdapFailure || typeof ended === 'object').toBe(true);
      if (ended instanceof Error) expect(ended).toBeInstanceOf(LdapFailure);
    }),
    proofRuns({ small: 200, whole: 20_000 }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(() => answerIn(Buffer.from(bytes))).not.toThrow();
    }),
    proofRuns({ small: 500, whole: 100_000 }),
  );
});
