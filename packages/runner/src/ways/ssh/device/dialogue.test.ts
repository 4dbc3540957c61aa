import { expect, test } from 'vitest';
import { askedIn } from './dialogue.ts';

test.each([
  ['Switch>', 'command'],
  ['Switch(config-line)# ', 'command'],
  ['banner ###\r\n<Huawei>', 'command'],
  ['[~HUAWEI-aaa]', 'command'],
  ['app@host:~$ ', 'command'],
  ['C:\\Users\\app>', 'command'],
  ['\u0008\u0008\u0008   \rSwitch#', 'command'],
  ['enable\r\nPassword: ', 'secret'],
  ['Please enter the new password:', 'secret'],
  ['请输入密码：', 'secret'],
  ['Destination filename [startup-config]? [confirm]', 'confirmation'],
  ['Are you sure to continue? (y/n)[n]:', 'confirmation'],
  ['interface 1\r\n --More-- ', 'page'],
  ['  ---- More ----', 'page'],
  ['Press any key to continue', 'page'],
  ['Building configuration...', null],
  ['##########\r\n', null],
  ['', null],
])('the end of an output %j asks for %s', (output, asks) => {
  expect(askedIn(output, '')).toBe(asks);
});

test('a line without end is judged by its end, in no time', () => {
  const start = performance.now();
  for (const sign of ['-', ' ', '\t', '[', '\r']) expect(askedIn(sign.repeat(1_000_000), '')).toBeNull();
  expect(performance.now() - start).toBeLessThan(2_000);
});

test('a line that is only echoed is no prompt', () => {
  expect(askedIn('username app secret abc#', 'username app secret abc#')).toBeNull();
});
