import type { Target } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, test } from 'vitest';
import type { TargetFailure } from '../../engine/targetFailure.ts';
import type { WayDeps } from '../../engine/way.ts';
import { createMember, type RunEnd, settleMembers } from './members.ts';

/** What two machines are told of a run of which Ansible sums up only the first, if any. */
const toldOf = async (summary: { failures: number; unreachable: number } | undefined, code: number) => {
  const printed: string[] = [];
  const deps = { print: (text: string) => void printed.push(text) } as unknown as WayDeps;
  const members = ['web', 'db'].map((id) =>
    createMember({ id } as Target, { variables: {}, parameters: {}, dry_run: false }, deps),
  );
  const all = Promise.allSettled(members.map(({ outcome }) => outcome));
  if (summary) members[0]?.hear({ host: 'web', text: '', ...summary });
  const end: RunEnd = {
    ...{ code, limit: undefined, errors: 'a warning', isFlood: false },
    failureOf: () => undefined,
  };
  settleMembers(members, end);
  const keys = (await all).map((one) =>
    one.status === 'fulfilled' ? 'ok' : (one.reason as TargetFailure).key,
  );
  return { keys, printed };
};

test('a machine that no play applies to is told so, also when another one fails, and gets nothing that is not about it', async () => {
  expect(await toldOf({ failures: 0, unreachable: 0 }, 0)).toMatchObject({
    keys: ['ok', 'machine_playbook_none'],
  });
  expect(await toldOf({ failures: 1, unreachable: 0 }, 2)).toEqual({
    keys: ['machine_playbook_failed', 'machine_playbook_passed'],
    printed: [],
  });
  expect(await toldOf(undefined, 4)).toEqual({
    keys: ['machine_playbook_ended', 'machine_playbook_ended'],
    printed: ['a warning\n', 'a warning\n'],
  });
});
