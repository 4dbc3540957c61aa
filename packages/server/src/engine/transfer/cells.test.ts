import { expect, test } from 'vitest';
import { cellOf } from './cells.ts';

test('a column without a field of its own runs no formula either', () => {
  const column = { name: 'org_name', title: 'Organization', field: undefined };
  const cell = (wire: unknown) => cellOf(column, wire, {} as never, {} as never);
  expect(cell('=HYPERLINK("http://x")')).toBe('\'=HYPERLINK("http://x")');
  for (const wide of ['＝1+1', '＋1+1', '－1+1', ' ＠x']) expect(cell(wide)).toBe(`'${wide}`);
  expect([cell('Harbour'), cell(-5), cell('')]).toEqual(['Harbour', '-5', '-']);
});
