import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attacks, runAttack } from '../attacks/runAttacks.ts';
import { type Estate, openEstate, password } from '../fixtures/estate.ts';

const programs = ['server', 'gateway'] as const;
/** More than a program ever needs, less than one of the hostile files would take. */
const mostMebibytes = 700;

let estate: Estate;
let target: Parameters<typeof runAttack>[1];
beforeAll(async () => {
  // The attacks send more requests in a minute than people do.
  estate = await openEstate({ GATEHOUSE_LIMIT_API: '0', GATEHOUSE_LIMIT_SIGN_IN: '0' });
  target = { url: estate.gatehouse.url, admin: estate.admin, username: 'admin', password };
});
afterAll(() => estate?.remove());

const peakMebibytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
};

test.each(attacks)('the installation holds against $name', async (attack) => {
  const pids = await Promise.all(programs.map((name) => estate.gatehouse.pidOf(name)));
  const { result, sentence } = await runAttack(attack, target);
  console.log(`${attack.name}: ${result}: ${sentence}`);
  expect(result, sentence).toBe('held');
  expect(await Promise.all(programs.map((name) => estate.gatehouse.pidOf(name)))).toEqual(pids);
  for (const pid of pids) expect(await peakMebibytes(pid)).toBeLessThan(mostMebibytes);
});
