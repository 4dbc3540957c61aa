import { expect, test } from 'vitest';
import { compare } from '../../wire/compare.ts';
import { metadataOf, shapeOf } from '../../wire/shape.ts';

const answer = (body: unknown) => ({ 'GET /x/': { status: 200, body: shapeOf(body) } });
const differences = (before: unknown, after: unknown) => compare(answer(before), answer(after));
const row = { id: '7b1c5d2e-0000-4000-8000-000000000001', name: 'a', tags: ['x'], at: null };

test('data may change; the shape of an answer may not', () => {
  expect(differences([row], [{ ...row, id: '7b1c5d2e-0000-4000-8000-000000000002', name: 'b' }])).toEqual([]);
  expect(differences([row], [{ ...row, name: 1 }])).toMatchObject([{ at: 'body.0.name', after: 'number' }]);
  expect(differences([row], { results: [row] })).not.toEqual([]);
});

test('a missing key is a difference, even in one of several rows', () => {
  const { name: _, ...nameless } = row;
  expect(differences([row, row], [row, nameless]).map(({ at }) => at)).toEqual([
    'body.0.name',
    'body.0.name?',
  ]);
  expect(differences([row], [row, { ...row, at: '2026/01/01 00:00:00 +0000' }])).toMatchObject([
    { at: 'body.0.at', before: 'null', after: 'datetime | null' },
  ]);
});

test('metadata keeps limits and choices and leaves out texts', () => {
  const meta = {
    name: { type: 'string', label: 'Name', max_length: 128, choices: [{ value: 1, label: 'x' }] },
  };
  expect(metadataOf(meta)).toEqual({
    name: { type: 'string', label: 'text', max_length: 128, choices: [{ value: 1, label: 'text' }] },
  });
});
