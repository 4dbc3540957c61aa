import { rmSync } from 'node:fs';
import { createLog } from '@gatehouse/component/platform/log.ts';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeCore } from '../../../gateway/test/fakeCore.ts';
import { BOOTSTRAP } from '../../../gateway/test/fakeCoreAnswers.ts';
import { temporaryFolder } from '../../../gateway/test/gatewayFixture.ts';
import { startRunner } from './runner.ts';

test('a runner registers under its kind, and one started after it in its data folder keeps its identity', async () => {
  const [core, home] = [await startFakeCore(), temporaryFolder()];
  onTestFinished(async () => {
    await core.down();
    rmSync(home, { recursive: true, force: true });
  });
  const config = {
    ...{ home, core_url: core.url, bootstrap_token: BOOTSTRAP, log_level: 'silent' as const },
    ...{ parallel: 1, databases: 1, playbooks: 1, unconfined: false },
  };
  for (let times = 0; times < 2; times += 1) {
    const runner = await startRunner(config, createLog('runner', 'silent'));
    await expect.poll(() => runner.isConnected()).toBe(true);
    await runner.stop();
  }
  expect(core.registrations).toMatchObject([{ type: 'celery', name: expect.stringMatching(/^\[Runner\]-/) }]);
});
