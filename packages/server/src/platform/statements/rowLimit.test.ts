import { expect, test } from 'vitest';
import { fixedLimit, pageLimit } from './rowLimit.ts';
import { statementText } from './statementText.ts';

test('a usual number of rows is part of the text, so that a kept plan knows it; others are parameters', () => {
  expect(statementText(pageLimit(15))).toEqual({ text: 'limit 15', values: [] });
  expect(statementText(pageLimit(100))).toEqual({ text: 'limit 100', values: [] });
  expect(statementText(pageLimit(16))).toEqual({ text: 'limit $1', values: [16] });
  expect(statementText(fixedLimit(1001))).toEqual({ text: 'limit 1001', values: [] });
});
