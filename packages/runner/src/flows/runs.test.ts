import { createOutbox } from '@gatehouse/component/flows/outbox.ts';
import { createLog } from '@gatehouse/component/platform/log.ts';
import { createPauses } from '@gatehouse/component/platform/retry.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import { expect, test, vi } from 'vitest';
import { createRuns } from './runs.ts';

/** Runs whose server, files and way are fakes. */
const fakeRuns = (options: { redeem?: () => Promise<ConnectionSecret>; leftovers?: string[] } = {}) => {
  const log = createLog('test', 'silent');
  const [createSession, patchSession, way, note, remove] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  patchSession.mockResolvedValue(undefined);
  const runs = createRuns({
    api: {
      redeem: options.redeem ?? vi.fn(),
      renew: vi.fn(),
      renewMany: vi.fn(),
      logLifecycle: vi.fn(),
      createSession,
      relateTicket: vi.fn(),
      patchSession,
      reportHostKey: vi.fn(),
      postCommands: vi.fn(),
    },
    outbox: createOutbox({ pauses: createPauses(), log }),
    files: { note, remove, leftovers: async () => options.leftovers ?? [] },
    way,
    log,
  });
  return { runs, createSession, patchSession, way, note, remove };
};

test('a run that is stopped while its token is redeemed does not begin', async () => {
  const { promise: redeemed, resolve: redeem } = Promise.withResolvers<ConnectionSecret>();
  const { runs, createSession, way, note } = fakeRuns({ redeem: () => redeemed });
  runs.begin('token', 'run-1');
  expect(runs.ids()).toEqual(['run-1']);
  runs.stop('run-1');
  redeem({} as ConnectionSecret);
  await runs.close();
  expect([createSession, way, note].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  expect(runs.ids()).toEqual([]);
});

test('a run cut off with its process is reported as failed and without a command, then forgotten', async () => {
  const { runs, patchSession, remove, way } = fakeRuns({ leftovers: ['run-1', 'run-2'] });
  await runs.markLeftovers();
  await expect.poll(() => remove.mock.calls).toEqual([['run-1'], ['run-2']]);
  const failed = { is_finished: true, is_success: false, has_command: false, date_end: expect.any(String) };
  expect(patchSession.mock.calls).toEqual([
    ['run-1', failed],
    ['run-2', failed],
  ]);
  expect(way).not.toHaveBeenCalled();
});
