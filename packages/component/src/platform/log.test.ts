import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

test('a program ends after its last log lines, even if nothing reads them', async () => {
  const source = `
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
    process.once('disconnect', () => {
      const log = createLog('gateway', 'info');
      log.info('one');
      log.fatal('two');
      process.exit(7);
    });
    process.send('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const ended = once(child, 'exit');
  child.stdout?.destroy();
  child.disconnect();
  try {
    expect(await Promise.race([ended, once(AbortSignal.timeout(60_000), 'abort')])).toEqual([7, null]);
  } finally {
    child.kill('SIGKILL');
  }
});
