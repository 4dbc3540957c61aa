import { expect, test } from 'vitest';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

/** Secret of RFC 6238, appendix B; its codes are cut to six digits below. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 at second %i matches its time step', (second, code) => {
  expect(stepOfCode({ secret, code, window: 0 }, second * 1000)).toBe(Math.floor(second / 30));
});

test('the window covers as many steps before as after the current one, and the step that matched is returned', () => {
  const at = (steps: number, window: number) =>
    stepOfCode({ secret, code: '287082', window }, (59 + steps * 30) * 1000);
  expect([at(2, 2), at(-1, 2), at(3, 2), at(1, 0)]).toEqual([1, 1, undefined, undefined]);
});

test('anything but a code is refused; blanks within one are ignored', () => {
  const read = (code: string) => stepOfCode({ secret, code, window: 0 }, 59_000);
  expect(read('287 082')).toBe(1);
  for (const code of ['', '28708', '2870820', 'abcdef', '２８７０８２', '94287082'])
    expect(read(code)).toBeUndefined();
});

test('a secret has 160 bits, and the app gets issuer and account', () => {
  const made = newTotpSecret();
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(made);
  const uri = new URL(totpUri({ secret: made, issuer: 'Gate house', account: 'ann' }));
  expect(uri.href).toContain('otpauth://totp/Gate%20house:ann?');
  expect(uri.searchParams.get('secret')).toBe(made);
});

test('the TOTP address specifies SHA-1, six digits and thirty seconds, which every app supports', () => {
  const { searchParams } = new URL(totpUri({ secret, issuer: 'Gatehouse', account: 'ann' }));
  expect(Object.fromEntries(searchParams)).toEqual({
    issuer: 'Gatehouse',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
