import { expect, test } from 'vitest';
import { safeNext } from './pageRequest.ts';

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
