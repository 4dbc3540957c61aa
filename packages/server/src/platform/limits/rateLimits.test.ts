import { expect, test } from 'vitest';
import { createRateLimits } from './rateLimits.ts';

test('a limit refuses the attempt beyond it, and is told before; a limit of 0 is none', async () => {
  let count = 0;
  const cache = {
    count: async () => {
      count += 1;
      return { count, left: 7 };
    },
    peek: async () => ({ count, left: 7 }),
  };
  const config = { GATEHOUSE_LIMIT_SIGN_IN: 2, GATEHOUSE_LIMIT_SOCKETS: 0 };
  const limits = createRateLimits({ cache, config, db: {} } as never);
  await limits.take('sign_in', 'ann');
  expect(await limits.find('sign_in', 'ann')).toBeUndefined();
  await limits.take('sign_in', 'ann');
  expect(await limits.find('sign_in', 'ann')).toEqual({ name: 'sign_in', most: 2, seconds: 7 });
  await expect(limits.take('sign_in', 'ann')).rejects.toMatchObject({ code: 'throttled' });
  await limits.take('sockets', 'ann');
  expect(await limits.find('sockets', 'ann')).toBeUndefined();
});
