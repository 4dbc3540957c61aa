import { expect, onTestFinished, test, vi } from 'vitest';
import { Refused } from '../platform/http.ts';
import { createLog } from '../platform/log.ts';
import { createPauses } from '../platform/retry.ts';
import { openConnection } from './connection.ts';

/** Connects to a server that refuses every call; counts how often the key is reported as unknown. */
const connectRefused = (status: number) => {
  const config = vi.fn(() => Promise.reject(new Refused(status, {})));
  const onUnknownKey = vi.fn();
  const connection = openConnection({
    api: { config, heartbeat: config, finishTask: config },
    core_url: 'http://127.0.0.1:1',
    key: () => ({ id: 'k', secret: 's' }),
    home: '/',
    sessions: () => [],
    pauses: createPauses(),
    runTasks: () => undefined,
    setConfig: () => undefined,
    heartbeatMs: () => 60_000,
    onConnected: () => undefined,
    onUnknownKey,
    log: createLog('test', 'silent'),
  });
  onTestFinished(connection.stop);
  return { config, onUnknownKey };
};

test('a component registers again when its key is unknown, not when it is disabled (0198)', async () => {
  const [disabled, forgotten] = [connectRefused(403), connectRefused(401)];
  await vi.waitFor(() => expect(forgotten.onUnknownKey).toHaveBeenCalledTimes(2), 20_000);
  await vi.waitFor(() => expect(disabled.config).toHaveBeenCalledTimes(2), 20_000);
  expect(disabled.onUnknownKey).not.toHaveBeenCalled();
});
