import { expect, test } from 'vitest';
import { createResults } from './results.ts';

const printer = () => {
  const printed: string[] = [];
  return { printed, results: createResults((text) => void printed.push(text)) };
};

test('rows are a table: numbers at the right, wide characters take two columns, values stay on one line', () => {
  const { printed, results } = printer();
  results.begin(['id', 'name']);
  results.row(['1', '数据库']);
  results.row(['20', 'a\nb\u001b[31m']);
  results.row([null, null]);
  results.begin(['n']);
  results.row(['7']);
  results.finish('SELECT 1');
  results.finish('UPDATE 3');
  expect(printed).toEqual([
    'id   | name\n-----+-------\n1    | 数据库\n20   | a\\nb\nNULL | NULL\n(3 rows)\n',
    'n\n-\n7\n(1 row)\n',
    'UPDATE 3\n',
  ]);
});

test('of a large table a part is shown with the number of its rows, of a large value its beginning; endless answers are ended', () => {
  const { printed, results } = printer();
  results.begin(['n']);
  for (let at = 0; at < 1_500; at += 1) results.row([String(at)]);
  results.begin(['long']);
  results.row(['x'.repeat(5_000)]);
  results.end();
  expect(printed[0]).toMatch(/\n999\n\(1000 of 1500 rows\)\n$/);
  expect(printed[1]).toContain(`${'x'.repeat(1_000)}…\n`);
  const part = 'y'.repeat(1024 * 1024);
  const read = Array.from({ length: 13 }, () => results.row([part]));
  expect(read).toEqual([...Array(11).fill(true), false, false]);
  expect(results.isFlood()).toBe(true);
});
