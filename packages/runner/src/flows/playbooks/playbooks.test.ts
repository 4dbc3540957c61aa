import { PLAYBOOK_METHOD, type Target } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, test } from 'vitest';
import { secretFor } from '../../../../gateway/test/gatewayFixture.ts';
import { targetOf, wayDeps } from '../../../test/target.ts';
import type { TargetFailure } from '../../engine/targetFailure.ts';
import { createPlaybooks } from './playbooks.ts';

const playbookTarget = () =>
  targetOf({
    timeout: 1,
    operation: { kind: 'run_command', method: PLAYBOOK_METHOD, params: {} },
    connection: secretFor({ port: 22, username: 'root' }),
  });
const playbooksFor = (given: Partial<Parameters<typeof createPlaybooks>[0]>) =>
  createPlaybooks({ files: async () => [], places: 1, program: '/bin/sh', ...given });

test('playbooks run without confinement only where that is allowed, bubblewrap is missing, and each can be a user of its own', async () => {
  const abilityOf = (found: 'missing' | 'failing', mayBeOpen: boolean, isRoot: boolean) =>
    playbooksFor({ find: async () => found, mayBeOpen, isRoot }).ability();
  expect(await abilityOf('missing', true, true)).toBe('unconfined');
  expect(await abilityOf('missing', true, false)).toBe('no_confinement');
  expect(await abilityOf('missing', false, true)).toBe('no_confinement');
  expect(await abilityOf('failing', true, true)).toBe('no_confinement');
});

test('a runner that could not confine looks again, and then confines', async () => {
  let isMended = false;
  const playbooks = playbooksFor({ find: async () => (isMended ? { hasUsers: true } : 'failing') });
  const attempt = playbooks.carryOut(playbookTarget(), wayDeps());
  expect(await attempt.catch(({ key }: TargetFailure) => key)).toBe('machine_no_confinement');
  isMended = true;
  expect(await playbooks.ability()).toBe('confined');
});

test('a run begins its time with its turn, and none that was stopped before is begun', async () => {
  const told: string[] = [];
  const gate = Promise.withResolvers<never>();
  const playbooks = playbooksFor({
    find: async () => ({ hasUsers: true }),
    files: (work) => {
      told.push(`files of ${work}`);
      return gate.promise;
    },
  });
  const [first, second, third] = [playbookTarget(), playbookTarget(), playbookTarget()];
  const stop = new AbortController();
  const given = (target: Target, signal = new AbortController().signal) => {
    const pauseTime = () => () => void told.push(`time of ${target.work}`);
    return playbooks.carryOut(target, wayDeps({ signal, pauseTime })).catch(() => undefined);
  };
  const all = [given(first), given(second, stop.signal), given(third)];
  await expect.poll(() => told).toEqual([`time of ${first.work}`, `files of ${first.work}`]);
  stop.abort();
  gate.reject(new Error('gone'));
  await Promise.all([all[0], all[2]]);
  expect(told.slice(2).filter((line) => !line.endsWith(second.work))).toEqual([
    ...[`time of ${third.work}`, `files of ${third.work}`],
  ]);
  expect(told).not.toContain(`files of ${second.work}`);
});
