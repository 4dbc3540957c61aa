import { createHash } from 'node:crypto';
import type { SettingName, SettingValues } from '@gatehouse/contract/settings/catalogue.ts';
import { settingDefaults } from '@gatehouse/contract/settings/catalogue.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  connected,
  startMessageCentre,
  submitted,
  textOf,
  writePacket,
} from '../../../../../test/servers/messageCentre.ts';
import { SmsRefused, SmsTooLong } from '../SmsProvider.ts';
import { cmpp2 } from './cmpp2.ts';

let centre: Awaited<ReturnType<typeof startMessageCentre>>;
beforeAll(async () => {
  centre = await startMessageCentre();
});
afterAll(() => centre.stop());
beforeEach(() => centre.reset());

const send = (
  over: Partial<SettingValues> = {},
  { phone = '+8613800000000', signal = new AbortController().signal } = {},
) => {
  const own: Partial<SettingValues> = {
    CMPP2_HOST: '127.0.0.1',
    CMPP2_PORT: centre.port,
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
  const [sign, submit] = centre.frames;
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
    text: submit && textOf(submit),
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
  await expect.poll(() => centre.frames.map(({ command }) => command)).toEqual([1, 4, 2]);
});

test('a question of the message centre is answered while an answer is awaited', async () => {
  const { promise: answered, resolve } = Promise.withResolvers<number>();
  centre.answers[4] = (frame, socket) => {
    writePacket(socket, 8, 77, Buffer.alloc(0));
    centre.answers[0x8000_0008] = ({ sequence }) => {
      resolve(sequence);
      writePacket(socket, 0x8000_0004, frame.sequence, submitted(0));
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
  centre.answers[command] = refusal;
  const failed = send();
  await expect(failed).rejects.toThrow(SmsRefused);
  await expect(failed).rejects.toThrow(said);
});

test('a message centre that hangs up, or speaks another protocol, is no success', async () => {
  centre.answers[1] = (_frame, socket) => void socket.end();
  await expect(send()).rejects.toThrow('connection closed');
  centre.answers[1] = (_frame, socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
  await expect(send()).rejects.toThrow('not a packet of CMPP');
});

test('giving up ends the connection', async () => {
  const abort = new AbortController();
  const { promise: gone, resolve } = Promise.withResolvers<string>();
  centre.answers[1] = (_frame, socket) => {
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
  expect(centre.frames).toEqual([]);
});
