import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { createOutgoing } from '../outgoing/outgoing.ts';
import { askRadius, type RadiusConfig, type RadiusQuestion } from './askRadius.ts';
import { type Attribute, codes, decodePacket, encodePacket, type Packet, types } from './packet.ts';
import { hidePassword, messageAuthenticator, responseAuthenticator } from './proof.ts';

const secret = 'shared';
const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});
const listen = async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  open.push(socket);
  await once(socket, 'listening');
  return socket;
};

type Answer = { code?: number; attributes?: Attribute[]; signedWith?: string; identifier?: number };
/** An answer to a request, wrong in the ways that `of` says. */
const answerTo = (
  request: Packet,
  { code = codes.accept, attributes = [], signedWith = secret, identifier }: Answer = {},
) => {
  const proof: Attribute = { type: types.messageAuthenticator, value: Buffer.alloc(16) };
  const key = Buffer.from(signedWith);
  const packet = { code, identifier: identifier ?? request.identifier, authenticator: request.authenticator };
  const signed = { ...packet, attributes: [proof, ...attributes] };
  proof.value = messageAuthenticator(signed, request.authenticator, key);
  const bytes = encodePacket(signed);
  responseAuthenticator(bytes, request.authenticator, key).copy(bytes, 4);
  return bytes;
};
const withoutProof = (request: Packet) => {
  const { code, identifier, authenticator } = { ...request, code: codes.accept };
  const bytes = encodePacket({ code, identifier, authenticator, attributes: [] });
  responseAuthenticator(bytes, authenticator, Buffer.from(secret)).copy(bytes, 4);
  return bytes;
};

const overlong = (request: Packet) => {
  const bytes = answerTo(request);
  bytes[21] = 200;
  return bytes;
};

type Heard = { bytes: Buffer; request: Packet; from: RemoteInfo };
/** A server that answers each request with these datagrams. */
const serve = async (answers: (request: Packet, heard: number) => Buffer[]) => {
  const socket = await listen();
  const heard: Heard[] = [];
  socket.on('message', (bytes, from) => {
    const request = decodePacket(bytes);
    if (!request) throw new Error('no request');
    heard.push({ bytes, request, from });
    for (const answer of answers(request, heard.length)) socket.send(answer, from.port, from.address);
  });
  return { heard, server: { host: '127.0.0.1', port: socket.address().port, secret } };
};
const silent = () => serve(() => []);

const anna: RadiusQuestion = { username: 'anna', password: 'secret' };
const usual = (...servers: RadiusConfig['servers']): RadiusConfig => ({
  servers,
  patienceMs: 30_000,
  nasIdentifier: 'gate',
});
const brief = (...servers: RadiusConfig['servers']): RadiusConfig => ({
  ...usual(...servers),
  patienceMs: 700,
});

test('a request proves itself and hides the password, each time anew', async () => {
  const { server, heard } = await serve((request) => [answerTo(request)]);
  await askRadius(anna, usual(server));
  await askRadius(anna, usual(server));
  const [first, second] = heard.map(({ request }) => request) as [Packet, Packet];
  for (const request of [first, second]) {
    const { authenticator, attributes } = request;
    const [proof, name, password] = attributes as [Attribute, Attribute, Attribute];
    expect(proof).toEqual({
      type: types.messageAuthenticator,
      value: messageAuthenticator(request, authenticator, Buffer.from(secret)),
    });
    expect(name.value.toString()).toBe('anna');
    expect(password.value).toEqual(hidePassword(Buffer.from('secret'), Buffer.from(secret), authenticator));
  }
  expect(first.authenticator).not.toEqual(second.authenticator);
});

test('a lost request is repeated as it was, from the same port', async () => {
  const { server, heard } = await serve((request, count) => (count < 3 ? [] : [answerTo(request)]));
  expect(await askRadius(anna, { ...usual(server), patienceMs: 3_000 })).toMatchObject({ verdict: 'accept' });
  expect(heard).toHaveLength(3);
  expect(heard.map(({ bytes, from }) => [bytes.toString('hex'), from.port])).toEqual(
    heard.map(() => [heard[0]?.bytes.toString('hex'), heard[0]?.from.port]),
  );
});

test('an acceptance that proves nothing is none, and its failure says what it lacks', async () => {
  const faults: [string, (request: Packet) => Buffer][] = [
    ['forged', (request) => answerTo(request, { signedWith: 'guessed' })],
    ['unsigned', withoutProof],
    ['no_answer', (request) => answerTo(request, { identifier: request.identifier ^ 1 })],
    ['no_answer', (request) => answerTo(request).subarray(0, -1)],
    ['no_answer', overlong],
    ['no_answer', (request) => answerTo(request, { code: codes.request })],
    ['no_answer', () => Buffer.alloc(0)],
  ];
  const found = faults.map(async ([, make]) => {
    const { server } = await serve((request) => [make(request)]);
    return askRadius(anna, brief(server)).catch(({ fault }) => fault);
  });
  expect(await Promise.all(found)).toEqual(faults.map(([fault]) => fault));
});

test('a flood of forged answers does not hide the true one', async () => {
  const { server } = await serve((request) => [
    ...Array.from({ length: 150 }, (_, at) =>
      at % 2 ? withoutProof(request) : answerTo(request, { signedWith: `${at}` }),
    ),
    answerTo(request, { code: codes.reject }),
  ]);
  expect(await askRadius(anna, usual(server))).toMatchObject({ verdict: 'reject' });
});

test('an answer from another port is not heard', async () => {
  const other = await listen();
  const { server, heard } = await silent();
  const asked = askRadius(anna, brief(server));
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  const [{ request, from }] = heard as [Heard];
  other.send(answerTo(request), from.port, from.address);
  await expect(asked).rejects.toMatchObject({ fault: 'no_answer' });
});

test('a challenge is answered to the server that made it, with its state', async () => {
  const state = Buffer.from([0, 255, 1]);
  const texts = ['Your\ncode?', '\u202e', 'Now.'].map((text) => ({
    type: types.replyMessage,
    value: Buffer.from(text),
  }));
  const attributes = [...texts, { type: types.state, value: state }];
  const first = await silent();
  const second = await serve((request, count) => [
    answerTo(request, count > 1 ? {} : { code: codes.challenge, attributes }),
  ]);
  const config = { ...usual(first.server, second.server), patienceMs: 1_000 };
  const asked = await askRadius(anna, config);
  expect(asked).toMatchObject({ verdict: 'challenge', messages: ['Your code?', 'Now.'] });
  if (asked.verdict !== 'challenge') return;
  const before = first.heard.length;
  const answer = { username: 'anna', password: '123456', challenge: asked.challenge };
  expect(await askRadius(answer, config)).toMatchObject({ verdict: 'accept' });
  expect(second.heard.at(-1)?.request.attributes).toContainEqual({ type: types.state, value: state });
  expect(first.heard).toHaveLength(before);
  await expect(askRadius(answer, usual(first.server))).rejects.toMatchObject({ fault: 'no_answer' });
});

test('a challenge without a state cannot be answered: it is a refusal', async () => {
  const { server } = await serve((request) => [answerTo(request, { code: codes.challenge })]);
  expect(await askRadius(anna, usual(server))).toMatchObject({ verdict: 'reject' });
});

test('the next server is asked when one does not answer or is not there, and none after a verdict', async () => {
  const gone = await listen();
  const nowhere = { host: '127.0.0.1', port: gone.address().port, secret };
  open.splice(open.indexOf(gone), 1);
  gone.close();
  const quiet = await silent();
  const working = await serve((request) => [answerTo(request, { code: codes.reject })]);
  const spare = await serve((request) => [answerTo(request)]);
  const config = usual(nowhere, { ...quiet.server }, working.server, spare.server);
  expect(await askRadius(anna, { ...config, patienceMs: 1_000 })).toMatchObject({ verdict: 'reject' });
  expect([quiet.heard.length > 0, spare.heard.length]).toEqual([true, 0]);
  // Long before its time: the machine says that nothing listens.
  await expect(askRadius(anna, { ...usual(nowhere), patienceMs: 2 ** 30 })).rejects.toMatchObject({
    fault: 'no_answer',
  });
});

test('of all servers the failure that tells most is named', async () => {
  const forging = await serve((request) => [answerTo(request, { signedWith: 'guessed' })]);
  const quiet = await silent();
  await expect(askRadius(anna, brief(forging.server, quiet.server))).rejects.toMatchObject({
    fault: 'forged',
    server: `127.0.0.1:${forging.server.port}`,
  });
});

test('what a request cannot say is not sent, nor anything without a secret', async () => {
  const { server, heard } = await serve((request) => [answerTo(request)]);
  for (const wrong of [
    { username: '' },
    { username: 'x'.repeat(254) },
    { username: 'anna\0' },
    { username: 'anna\ud800' },
    { password: 'x'.repeat(129) },
    { password: 'secret\0' },
  ])
    await expect(askRadius({ ...anna, ...wrong }, usual(server))).rejects.toMatchObject({
      fault: 'unsendable',
    });
  await expect(askRadius(anna, usual({ ...server, secret: '' }))).rejects.toMatchObject({
    fault: 'no_secret',
  });
  expect(heard).toEqual([]);
});

test('requests go to allowed addresses only', async () => {
  const { server, heard } = await serve((request) => [answerTo(request)]);
  const named = { ...server, host: 'radius.example' };
  const resolving = (...addresses: string[]) =>
    createOutgoing((_host, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      ),
    );
  const failing = createOutgoing((_host, _options, done) => done(new Error('unknown'), []));
  expect(await askRadius(anna, usual(named), resolving('169.254.169.254', '127.0.0.1'))).toMatchObject({
    verdict: 'accept',
  });
  expect(heard).toHaveLength(1);
  await expect(askRadius(anna, usual(named), resolving('169.254.169.254'))).rejects.toMatchObject({
    fault: 'refused_host',
  });
  await expect(askRadius(anna, usual(named), failing)).rejects.toMatchObject({ fault: 'unknown_host' });
  await expect(createOutgoing().datagrams(named)).rejects.toMatchObject({ code: 'REFUSED_HOST' });
  const metadata = { host: '169.254.169.254', port: 1812 };
  await expect(createOutgoing().datagrams(metadata)).rejects.toMatchObject({ code: 'REFUSED_HOST' });
});
