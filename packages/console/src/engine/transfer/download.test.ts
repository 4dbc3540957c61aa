import { expect, test } from 'vitest';
import { csvOf } from './download.ts';

test('a CSV has a UTF-8 mark, quotes where needed and disarms formulas', () => {
  expect(
    csvOf([
      ['Name', 'Comment'],
      ['a,b', 'say "hi"'],
      ['=1+1', '@x'],
      ['＝1+1', '－x'],
      ["'=1+1", "'plain"],
    ]),
  ).toBe('\uFEFFName,Comment\r\n"a,b","say ""hi"""\r\n\'=1+1,\'@x\r\n\'＝1+1,\'－x\r\n\'\'=1+1,\'plain\r\n');
});
