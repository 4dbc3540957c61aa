import { expect, test } from 'vitest';
import { hereOf, safeNext } from './pageRequest.ts';

test('a local path is followed, with its query and fragment', () => {
  for (const path of ['/', '/ui/', '/ui/#/a?b=c', '/luna/?asset=1&x=/y//z'])
    expect(safeNext(path, '/fallback')).toBe(path);
});

test('a foreign address is not followed, however it is written', () => {
  const elsewhere = [
    ...[
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https://evil.example',
      'https:evil.example',
    ],
    ...[
      '/.//evil.example',
      '/..//evil.example',
      '/a/..//evil.example',
      '/%2e//evil.example',
      '/./\\evil.example',
    ],
    ...['/\t/evil.example', 'javascript:alert(1)', 'evil.example', ''],
  ];
  for (const path of elsewhere) expect(safeNext(path, '/fallback'), path).toBe('/fallback');
});

test('the address of a page is that of its request; a form adds what its fields keep, a foreign address is none', () => {
  const here = (method: string, url: string, posted = {}) => hereOf({ method, url }, posted);
  expect(here('GET', '/core/auth/login/?next=%2Fui%2F&signed_out=1')).toBe(
    '/core/auth/login/?next=%2Fui%2F&signed_out=1',
  );
  expect(here('POST', '/core/auth/login/?csrf_failure=1', { next: '/ui/?a=b', token: '' })).toBe(
    '/core/auth/login/?next=%2Fui%2F%3Fa%3Db',
  );
  expect(here('POST', '/core/auth/login/')).toBe('/core/auth/login/');
  for (const method of ['GET', 'POST']) expect(here(method, '//evil.example/core/'), method).toBe('/');
});
