import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { type FakeCore, startFakeCore } from '../../gateway/test/fakeCore.ts';
import { BOOTSTRAP } from '../../gateway/test/fakeCoreAnswers.ts';
import { eventually, logLevel, temporaryFolder } from '../../gateway/test/gatewayFixture.ts';
import { type Sshd, startSshd } from '../../gateway/test/sshd.ts';

/** The runner as a process of its own, with a server and an empty data folder for each test, and one SSH host for all. */
export const runnerProcess = () => {
  let sshd: Sshd;
  let core: FakeCore;
  let home: string;
  beforeAll(async () => {
    sshd = await startSshd(temporaryFolder(), 'ed25519', { anyCommand: true });
  });
  afterAll(() => sshd.stop());
  beforeEach(async () => {
    core = await startFakeCore();
    home = temporaryFolder();
    onTestFinished(async () => {
      await core.down();
      rmSync(home, { recursive: true, force: true });
    });
  });
  return {
    sshd: () => sshd,
    core: () => core,
    home: () => home,
    /** Starts it as the launcher does; resolves once the server knows it. */
    start: async (): Promise<ChildProcess> => {
      const before = core.components.size;
      const child = fork(join(import.meta.dirname, '../src/app/main.ts'), {
        env: {
          PATH: process.env.PATH,
          GATEHOUSE_HOME: home,
          GATEHOUSE_CORE_URL: core.url,
          GATEHOUSE_BOOTSTRAP_TOKEN: BOOTSTRAP,
          GATEHOUSE_LOG_LEVEL: logLevel,
        },
        stdio: 'inherit',
        execArgv: [],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      await eventually(() => core.components.size > before);
      return child;
    },
  };
};
