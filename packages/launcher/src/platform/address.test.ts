import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { claimPort } from './address.ts';

const claimed = async (port: number) => {
  const claim = await claimPort(port);
  if (!('port' in claim)) throw new Error(claim.reason);
  return claim;
};

test('a port is claimed until it is released, and its program can listen meanwhile', async () => {
  const { port, release } = await claimed(0);
  expect(await claimPort(port)).toEqual({ reason: 'EADDRINUSE' });
  const program = createServer().listen(port, '127.0.0.1');
  await once(program, 'listening');
  release();
  expect(await claimPort(port)).toEqual({ reason: 'EADDRINUSE' });
  program.close();
  await once(program, 'close');
  const second = await claimed(port);
  expect(second.port).toBe(port);
  second.release();
});
