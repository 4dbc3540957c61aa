import { expect, onTestFinished, test, vi } from 'vitest';
import { secretFor } from '../../../test/gatewayFixture.ts';
import { startTelnetServer } from '../../../test/telnetServer.ts';
import { openTelnet } from './openTelnet.ts';

const [IAC, DO, WILL] = [255, 253, 251] as const;

test('the log says that and why a connection to an asset that breaks the protocol is given up', async () => {
  const everything = Array.from({ length: 256 }, (_, option) => [IAC, DO, option, IAC, WILL, option]).flat();
  const { port, stop } = await startTelnetServer((socket) => {
    for (let round = 0; round < 20; round += 1) socket.write(Buffer.from(everything));
  });
  onTestFinished(stop);
  const warn = vi.fn();
  const secret = secretFor({ port, username: 'deploy' }, { account: { secret: 'a-password' } });
  const opening = openTelnet(
    { ...secret, protocol: 'telnet', asset: { ...secret.asset, protocols: [{ name: 'telnet', port }] } },
    {
      session: 'one',
      prompter: { ask: () => Promise.reject(new Error('nothing to ask')) },
      progress: () => undefined,
      reportHostKey: () => Promise.reject(new Error('no host keys')),
      signal: new AbortController().signal,
      warn,
    },
  );
  await expect(opening).rejects.toMatchObject({ reason: 'connect_failed' });
  expect(warn.mock.calls).toContainEqual([{ err: expect.any(Error) }, 'the telnet connection is given up']);
});
