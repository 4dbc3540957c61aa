import { expect, test } from 'vitest';
import { judgeHarmless } from '../../corpus/run/judgeHarmless.ts';

test('the rules stop hardly a harmless line by what it says', () => {
  const { all, stopped } = judgeHarmless();
  expect(all).toBeGreaterThan(2_000);
  expect(stopped.length / all, stopped.join('\n')).toBeLessThanOrEqual(0.001);
});
