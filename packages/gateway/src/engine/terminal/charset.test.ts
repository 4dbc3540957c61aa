import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { createTranscoder } from './charset.ts';

test('GBK text cut at any byte comes out complete in both directions', () => {
  const text = '系统管理员 abc 目录：/数据\r\n';
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 40, maxLength: 60 }), (cuts) => {
      const pieces = (bytes: Buffer) => {
        const starts = cuts.map((_, i) => cuts.slice(0, i).reduce((sum, length) => sum + length, 0));
        return starts.map((at, i) => bytes.subarray(at, at + (cuts[i] ?? 0)));
      };
      const gbk = createTranscoder('gbk');
      const shown = Buffer.concat(pieces(iconv.encode(text, 'gbk')).map(gbk.fromTarget));
      expect(text.startsWith(shown.toString('utf8'))).toBe(true);
      const typed = Buffer.concat(pieces(Buffer.from(text)).map(gbk.toTarget));
      expect(text.startsWith(iconv.decode(typed, 'gbk'))).toBe(true);
      expect(shown.toString('utf8').includes('\ufffd')).toBe(false);
    }),
  );
});

test('UTF-8 passes unchanged, even when it is not valid text', () => {
  const bytes = Buffer.from([0xff, 0x00, 0xe4, 0xb8]);
  expect(createTranscoder('utf-8').fromTarget(bytes)).toEqual(bytes);
});
