import { createOutbox } from '@gatehouse/component/flows/outbox.ts';
import { createLog } from '@gatehouse/component/platform/log.ts';
import { createPauses } from '@gatehouse/component/platform/retry.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import { expect, test, vi } from 'vitest';
import { createRuns } from './runs.ts';

test('a run that is stopped while its token is redeemed does not begin', async () => {
  const log = createLog('test', 'silent');
  const { promise: redeemed, resolve: redeem } = Promise.withResolvers<ConnectionSecret>();
  const [createSession, way, note] = [vi.fn(), vi.fn(), vi.fn()];
  const runs = createRuns({
    api: {
      redeem: () => redeemed,
      renew: vi.fn(),
      logLifecycle: vi.fn(),
      createSession,
      patchSession: vi.fn(),
      reportHostKey: vi.fn(),
      postCommands: vi.fn(),
    },
    outbox: createOutbox({ pauses: createPauses(), log }),
    files: { note, remove: vi.fn(), leftovers: async () => [] },
    way,
    log,
  });
  runs.begin('token', 'run-1');
  expect(runs.ids()).toEqual(['run-1']);
  runs.stop('run-1');
  redeem({} as ConnectionSecret);
  await runs.close();
  expect([createSession, way, note].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  expect(runs.ids()).toEqual([]);
});
