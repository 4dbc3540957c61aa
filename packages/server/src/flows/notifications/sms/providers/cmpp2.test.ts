import { createHash } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { SettingName, SettingValues } from '@gatehouse/contract/settings/catalogue.ts';
import { settingDefaults } from '@gatehouse/contract/settings/catalogue.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SmsRefused, SmsTooLong } from '../SmsProvider.ts';
import { cmpp2 } from './cmpp2.ts';

type Frame = { command: number; sequence: number; body: Buffer };

/** What the message centre answers; told apart by the command of the request. */
let answers: Record<number, (frame: Frame, socket: Socket) => Buffer | undefined>;
const frames: Frame[] = [];
const write = (socket: Socket, command: number, sequence: number, body: Buffer) => {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(12 + body.length, 0);
  head.writeUInt32BE(command, 4);
  head.writeUInt32BE(sequence, 8);
  // In two parts, as a network may cut it.
  const whole = Buffer.concat([head, body]);
  socket.write(whole.subarray(0, 5));
  setTimeout(() => socket.writable && socket.write(whole.subarray(5)), 2);
};
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  let kept = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    kept = Buffer.concat([kept, chunk]);
    while (kept.length >= 12 && kept.length >= kept.readUInt32BE(0)) {
      const length = kept.readUInt32BE(0);
      const frame = {
        command: kept.readUInt32BE(4),
        sequence: kept.readUInt32BE(8),
        body: Buffer.from(kept.subarray(12, length)),
      };
      kept = kept.subarray(length);
      frames.push(frame);
      const body = answers[frame.command]?.(frame, socket);
      if (body) write(socket, (frame.command | 0x80000000) >>> 0, frame.sequence, body);
    }
  });
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());
const connected = (status: number) =>
  Buffer.concat([Buffer.from([status]), Buffer.alloc(16), Buffer.from([32])]);
const submitted = (result: number) => Buffer.concat([Buffer.alloc(8, 7), Buffer.from([result])]);
beforeEach(() => {
  frames.length = 0;
  answers = { 1: () => connected(0), 4: () => submitted(0) };
});

const send = (
  over: Partial<SettingValues> = {},
  { phone = '+8613800000000', signal = new AbortController().signal } = {},
) => {
  const own: Partial<SettingValues> = {
    CMPP2_HOST: '127.0.0.1',
    CMPP2_PORT: port,
    CMPP2_SP_ID: '901234',
    CMPP2_SP_SECRET: 'shared',
    CMPP2_SRC_ID: '10690001',
    CMPP2_SERVICE_ID: 'CODE',
    CMPP2_VERIFY_SIGN_NAME: '关口',
    CMPP2_VERIFY_TEMPLATE_CODE: '验证码 {code}，请勿告诉他人',
    ...over,
  };
  const get = <K extends SettingName>(name: K) => ({ ...settingDefaults, ...own })[name];
  return cmpp2.send({ phone, code: '0423' }, { get }, signal);
};
const textAt = (body: Buffer, from: number, size: number) =>
  body
    .subarray(from, from + size)
    .toString('latin1')
    .replace(/\0+$/, '');

test('a message centre learns who sends by a digest of the secret, and gets one message in two-byte characters', async () => {
  await send();
  const [sign, submit] = frames;
  const body = sign?.body ?? Buffer.alloc(0);
  expect([sign?.command, textAt(body, 0, 6), body[22], body.length]).toEqual([1, '901234', 0x20, 27]);
  const stamp = String(body.readUInt32BE(23)).padStart(10, '0');
  const proof = createHash('md5')
    .update(`901234${'\0'.repeat(9)}shared${stamp}`)
    .digest('hex');
  expect(body.subarray(6, 22).toString('hex')).toBe(proof);
  const message = submit?.body ?? Buffer.alloc(0);
  const length = message[138] ?? 0;
  expect(submit?.command).toBe(4);
  expect({
    parts: [message[8], message[9]],
    serviceId: textAt(message, 12, 10),
    format: message[46],
    spId: textAt(message, 47, 6),
    feeType: textAt(message, 53, 2),
    srcId: textAt(message, 95, 21),
    phones: message[116],
    phone: textAt(message, 117, 21),
    text: Buffer.from(message.subarray(139, 139 + length))
      .swap16()
      .toString('utf16le'),
    rest: message.length - 139 - length,
  }).toEqual({
    parts: [1, 1],
    serviceId: 'CODE',
    format: 8,
    spId: '901234',
    feeType: '01',
    srcId: '10690001',
    phones: 1,
    phone: '13800000000',
    text: '【关口】验证码 0423，请勿告诉他人',
    rest: 8,
  });
  await expect.poll(() => frames.map(({ command }) => command)).toEqual([1, 4, 2]);
});

test('a question of the message centre is answered while an answer is awaited', async () => {
  const { promise: answered, resolve } = Promise.withResolvers<number>();
  answers[4] = (frame, socket) => {
    write(socket, 8, 77, Buffer.alloc(0));
    answers[0x8000_0008] = ({ sequence }) => {
      resolve(sequence);
      write(socket, 0x8000_0004, frame.sequence, submitted(0));
      return undefined;
    };
    return undefined;
  };
  await send();
  expect(await answered).toBe(77);
});

test.each([
  ['sign-in', 1, () => connected(3), 'CONNECT 3'],
  ['message', 4, () => submitted(9), 'SUBMIT 9'],
])('a refused %s is told with its number', async (_what, command, refusal, said) => {
  answers[command] = refusal;
  const failed = send();
  await expect(failed).rejects.toThrow(SmsRefused);
  await expect(failed).rejects.toThrow(said);
});

test('a message centre that hangs up, or speaks another protocol, is no success', async () => {
  answers[1] = (_frame, socket) => void socket.end();
  await expect(send()).rejects.toThrow('connection closed');
  answers[1] = (_frame, socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
  await expect(send()).rejects.toThrow('not a packet of CMPP');
});

test('giving up ends the connection', async () => {
  const abort = new AbortController();
  const { promise: gone, resolve } = Promise.withResolvers<string>();
  answers[1] = (_frame, socket) => {
    socket.once('close', () => resolve('closed'));
    abort.abort();
    return undefined;
  };
  await expect(send({}, { signal: abort.signal })).rejects.toThrow();
  expect(await gone).toBe('closed');
});

test('what does not fit into its field is refused before anything is sent', async () => {
  await expect(send({ CMPP2_SP_ID: '9012345' })).rejects.toThrow(SmsTooLong);
  await expect(send({ CMPP2_VERIFY_TEMPLATE_CODE: `{code}${'x'.repeat(63)}` })).rejects.toThrow(SmsTooLong);
  expect(frames).toEqual([]);
});
