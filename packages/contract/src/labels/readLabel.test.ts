import { expect, test } from 'vitest';
import { readLabel } from './readLabel.ts';

test.each([
  ['env:prod', { name: 'env', value: 'prod' }],
  [' env : prod ', { name: 'env', value: 'prod' }],
  ['k:v', { name: 'k', value: 'v' }],
  [`${'x'.repeat(64)}:${'y'.repeat(64)}`, { name: 'x'.repeat(64), value: 'y'.repeat(64) }],
  ['at:10:30', { name: 'at', value: '10:30' }],
])('%s is a label', (text, label) => {
  expect(readLabel(text)).toEqual(label);
});

test.each([
  '',
  'env',
  ':prod',
  'env:',
  ' : ',
  'a,b:c',
  'a:b,c',
  `${'x'.repeat(65)}:y`,
  `x:${'y'.repeat(65)}`,
])('"%s" is not a label', (text) => {
  expect(readLabel(text)).toBeUndefined();
});
