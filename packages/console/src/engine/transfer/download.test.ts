import { expect, test, vi } from 'vitest';
import { csvOf, fileNameIn, openDownload, saveBlob } from './download.ts';

test('a CSV has a UTF-8 mark and quotes where needed, and disarms formulas', () => {
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

test('a file is named by the Content-Disposition header, or "export" without one', () => {
  const named = (value?: string) => fileNameIn(new Headers(value ? { 'Content-Disposition': value } : {}));
  expect(named('attachment; filename="domain.csv"')).toBe('domain.csv');
  expect([named('attachment'), named()]).toEqual(['export', 'export']);
});

/** Address and file name of the next clicked link; only links in the document are counted. */
const presses = () => {
  const seen: [href: string, name: string][] = [];
  document.body.addEventListener(
    'click',
    (event) => {
      const link = event.target as HTMLAnchorElement;
      seen.push([link.href, link.download]);
      event.preventDefault();
    },
    { once: true },
  );
  return seen;
};

test("a download uses the server's file name and removes its link afterwards", () => {
  const seen = presses();
  openDownload('https://example.com/file');
  expect(seen).toEqual([['https://example.com/file', '']]);
  expect(document.querySelector('a')).toBeNull();
});

test('generated data is saved under its name and freed after ten seconds', () => {
  vi.useFakeTimers();
  const freed: string[] = [];
  URL.createObjectURL = () => 'blob:made';
  URL.revokeObjectURL = (url) => void freed.push(url);
  const seen = presses();
  saveBlob('a.csv', new Blob(['x']));
  expect([seen, freed]).toEqual([[['blob:made', 'a.csv']], []]);
  vi.advanceTimersByTime(9_999);
  expect(freed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(freed).toEqual(['blob:made']);
});
