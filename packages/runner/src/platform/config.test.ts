import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('a runner works on as many machines as its cores allow, or as it is told', () => {
  const cores = availableParallelism();
  expect(readConfig({})).toMatchObject({ parallel: Math.min(500, 50 * cores), databases: 4 * cores });
  expect(readConfig({ GATEHOUSE_RUNNER_PARALLEL: '2' })).toMatchObject({ parallel: 2, databases: 2 });
  for (const wrong of ['0', '501', 'many'])
    expect(() => readConfig({ GATEHOUSE_RUNNER_PARALLEL: wrong })).toThrow('GATEHOUSE_RUNNER_PARALLEL');
});
