import { expect, onTestFinished, test } from 'vitest';
import { secretFor } from '../../gateway/test/gatewayFixture.ts';
import { passwordLogin, startSshServer } from '../../gateway/test/sshServer.ts';
import { runOverSsh } from '../src/ways/ssh/runOverSsh.ts';

test('a command that ends at once returns its output and its exit code', async () => {
  const machine = await startSshServer({
    login: passwordLogin('s3cret'),
    exec: (channel) => {
      // Without a pause: everything reaches the client in the packet that opens the channel.
      channel.write('quick');
      channel.exit(3);
      channel.end();
    },
  });
  onTestFinished(machine.stop);
  const result = await runOverSsh(secretFor(machine, { account: { secret: 's3cret' } }), 'id', {
    session: 'quick',
    prompter: { ask: () => Promise.reject(new Error('nothing to ask')) },
    progress: () => undefined,
    reportHostKey: async () => ({ id: 'key', status: 'trusted' }),
    signal: new AbortController().signal,
  });
  expect(result).toEqual({ output: 'quick', code: 3 });
});
