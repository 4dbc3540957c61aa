import { connectRoute } from '@gatehouse/component/engine/ssh/route.ts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { secretFor } from './gatewayFixture.ts';
import { passwordLogin, startSshServer } from './sshServer.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('the time limit of the handshake does not run while the user is asked for a password', async () => {
  const server = await startSshServer({ login: passwordLogin('typed') });
  onTestFinished(server.stop);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const connection = await connectRoute(secretFor(server, { account: { alias: '@INPUT', secret: '' } }), {
    session: 'one',
    prompter: {
      ask: async () => {
        vi.advanceTimersByTime(60_000);
        return ['typed'];
      },
    },
    progress: () => undefined,
    reportHostKey: async () => ({ id: 'key', status: 'trusted' }),
    signal: new AbortController().signal,
  });
  onTestFinished(connection.close);
  expect(server.attempts).toContain('password');
});
