import { getEventListeners } from 'node:events';
import type { Connection } from 'ssh2';
import { expect, onTestFinished, test } from 'vitest';
import { secretFor } from '../../gateway/test/gatewayFixture.ts';
import { passwordLogin, startSshServer } from '../../gateway/test/sshServer.ts';
import { runOverSsh } from '../src/ways/ssh/runOverSsh.ts';

type Script = Parameters<typeof startSshServer>[0];

const runOn = async (
  { exec, connected }: Pick<Script, 'exec'> & { connected?: (connection: Connection) => void },
  signal = new AbortController().signal,
) => {
  const machine = await startSshServer({
    login: (context) => {
      for (const connection of machine.connections()) connected?.(connection);
      passwordLogin('s3cret')(context);
    },
    ...(exec && { exec }),
  });
  onTestFinished(machine.stop);
  return runOverSsh(secretFor(machine, { account: { secret: 's3cret' } }), 'id', {
    session: 'quick',
    prompter: { ask: () => Promise.reject(new Error('nothing to ask')) },
    progress: () => undefined,
    reportHostKey: async () => ({ id: 'key', status: 'trusted' }),
    signal,
  });
};

/**
 * Runs a command that writes this and ends at once: everything arrives in the packet that opens the
 * channel.
 */
const runThatWrites = (output: string, code = 0) =>
  runOn({
    exec: (channel) => {
      channel.write(output);
      channel.exit(code);
      channel.end();
    },
  });

test('a command that ends at once returns its output and its exit code', async () => {
  const result = await runThatWrites('quick', 3);
  expect(result).toEqual({ output: 'quick', code: 3 });
});

test('what a host prints is reduced to text, so that the server accepts it', async () => {
  const result = await runThatWrites(
    '\u001b[31mred\u001b[0m\u0000\u0007 \u001b]0;title\u0007äöü\r\n\tend\u009b1m',
  );
  expect(result).toEqual({ output: 'red äöü\r\n\tend', code: 0 });
});

test('long output is cut to 64 KiB', async () => {
  const result = await runOn({
    exec: (channel) => {
      for (let megabytes = 0; megabytes < 8; megabytes += 1) channel.write('x'.repeat(1024 * 1024));
      channel.exit(0);
      channel.end();
    },
  });
  expect([result.output.length, result.code]).toEqual([64 * 1024, 0]);
});

test('a run whose connection breaks before the command has begun says so', async () => {
  const run = runOn({
    connected: (connection) => connection.prependOnceListener('session', () => connection.end()),
  });
  await expect(run).rejects.toThrow('the connection broke');
});

test('a finished run no longer holds on to its signal', async () => {
  const { signal } = new AbortController();
  await runOn({ exec: (channel) => channel.end() }, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
