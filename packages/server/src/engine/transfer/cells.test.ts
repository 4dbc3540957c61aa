import { expect, test } from 'vitest';
import { cellOf, neutralized, restored } from './cells.ts';

test('a formula is disarmed even in a column without a field', () => {
  const column = { name: 'org_name', title: 'Organization', field: undefined };
  const cell = (wire: unknown) => cellOf(column, wire, {} as never, {} as never);
  expect(cell('=HYPERLINK("http://x")')).toBe('\'=HYPERLINK("http://x")');
  for (const wide of ['＝1+1', '＋1+1', '－1+1', ' ＠x']) expect(cell(wide)).toBe(`'${wide}`);
  expect([cell('Harbour'), cell(-5), cell('')]).toEqual(['Harbour', '-5', '-']);
});

test.each(['=1+1', "'=1+1", "''=1+1", "'-", "'-5", "' ＠x", "'quoted'", '-5', '-'])(
  'the text %s survives a round trip through a file',
  (text) => {
    expect(restored(neutralized(text))).toBe(text);
  },
);

test('a quote before a formula is removed once', () => {
  expect([restored("'=1+1"), restored("''=1+1"), restored("'plain")]).toEqual(['=1+1', "'=1+1", "'plain"]);
});
