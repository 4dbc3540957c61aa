import { expect, test } from 'vitest';
import { readMarkdown } from './readMarkdown.ts';

test.each([
  ['quotations', '>'.repeat(2000)],
  ['lists', '- '.repeat(10_000)],
  ['numbered lists', '1. '.repeat(6000)],
  ['no end', 'word '.repeat(100_000)],
])('accidental Markdown stays text: %s', (_what, text) => {
  expect(readMarkdown(text)).toBeUndefined();
});

test('unclosed emphasis stays as written, and the text around it is parsed', () => {
  const noise = '_a__'.repeat(5000);
  const [first, , second] = readMarkdown(`**Agreed**\n\n${noise}`) ?? [];
  expect(first).toMatchObject({ type: 'paragraph', tokens: [{ type: 'strong' }] });
  expect(second).toMatchObject({ type: 'paragraph', tokens: [{ type: 'text', text: noise }] });
});

test('deeply nested lists are drawn only to a readable depth', () => {
  const lines = Array.from({ length: 120 }, (_, at) => `${'  '.repeat(at)}- a`);
  const depthOf = (value: unknown): number => {
    const { items, tokens = [] } = value as { items?: unknown[]; tokens?: unknown[] };
    return 1 + Math.max(0, ...(items ?? tokens).map(depthOf));
  };
  expect(Math.max(...(readMarkdown(lines.join('\n')) ?? []).map(depthOf))).toBeLessThan(50);
});

test('a rule, a list and a table are recognized', () => {
  const types = (readMarkdown('* * *\n\n- > said\n\n| a |\n|---|\n| 1 |') ?? []).map(({ type }) => type);
  expect(types.filter((type) => type !== 'space')).toEqual(['hr', 'list', 'table']);
});
