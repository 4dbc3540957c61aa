import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { TERMINAL_TASK_SOCKET_PATH } from '@gatehouse/contract/wire/terminal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let url: string;
beforeAll(async () => {
  api = await startApi();
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}${TERMINAL_TASK_SOCKET_PATH}`;
});
afterAll(() => api.stop());

test('a heartbeat sent as soon as the socket opens is not lost', async () => {
  for (let gateway = 1; gateway <= 5; gateway += 1) {
    const { key } = await registerComponent(api, `[KoKo]-${gateway}`);
    const address = `http://127.0.0.1:${5000 + gateway}`;
    const payload = { sessions: [], gateway: { address, protocols: ['ssh'] } };
    const socket = new WebSocket(url, { headers: { 'x-test-caller': key } });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'status', payload }));
    await expect
      .poll(async () => (await api.pool.query('select address from terminal_gateway')).rows)
      .toContainEqual({ address });
    socket.terminate();
  }
});
