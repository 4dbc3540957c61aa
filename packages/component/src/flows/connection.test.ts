import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  CHECK_PERMISSIONS,
  CHECK_SETTINGS,
  terminalConfigSchema,
} from '@gatehouse/contract/wire/terminal.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
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

/** Connects to a server whose answers the test gives; its socket sends what the test sends. */
const connectTo = async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const opened = once(server, 'connection') as Promise<[WebSocket]>;
  const asked: PromiseWithResolvers<object>[] = [];
  const state = { heartbeat: 60, beats: 0 };
  const tasks: string[] = [];
  const idle: number[] = [];
  const connection = openConnection({
    api: {
      config: async () => {
        const answer = Promise.withResolvers<object>();
        asked.push(answer);
        return terminalConfigSchema.parse(await answer.promise);
      },
      heartbeat: async () => [],
      finishTask: async () => undefined,
    },
    core_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: () => ({ id: 'k', secret: 's' }),
    home: '/',
    sessions: () => [],
    pauses: createPauses(),
    runTasks: (more) => void tasks.push(...more.map(({ name }) => name)),
    setConfig: (config) => {
      state.heartbeat = config.TERMINAL_HEARTBEAT_INTERVAL;
      idle.push(config.SECURITY_MAX_IDLE_TIME);
    },
    heartbeatMs: () => state.heartbeat * 1000,
    onConnected: () => undefined,
    onUnknownKey: () => undefined,
    log: createLog('test', 'silent'),
  });
  const [socket] = await opened;
  socket.on('message', () => {
    state.beats += 1;
  });
  onTestFinished(() => {
    connection.stop();
    server.close();
  });
  const tell = (name: string) =>
    socket.send(Buffer.from(JSON.stringify([{ id: name, name, args: '', kwargs: null }])));
  // It asks at its start and whenever it is connected.
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  return { asked, tasks, idle, tell, state };
};

test('a component reads its settings again when told so, and keeps the latest answer', async () => {
  const { asked, tasks, idle, tell } = await connectTo();
  tell(CHECK_SETTINGS);
  tell(CHECK_PERMISSIONS);
  await vi.waitFor(() => expect([asked.length, tasks]).toEqual([3, [CHECK_PERMISSIONS]]));
  asked[2]?.resolve({ SECURITY_MAX_IDLE_TIME: 3 });
  await vi.waitFor(() => expect(idle).toEqual([3]));
  asked[0]?.resolve({ SECURITY_MAX_IDLE_TIME: 1 });
  asked[1]?.reject(new Refused(503, {}));
  tell(CHECK_SETTINGS);
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  asked[3]?.resolve({ SECURITY_MAX_IDLE_TIME: 4 });
  await vi.waitFor(() => expect(idle).toEqual([3, 4]));
});

test('a shorter pause between heartbeats holds at once', async () => {
  const { asked, tell, state } = await connectTo();
  await vi.waitFor(() => expect(state.beats).toBeGreaterThan(0));
  const { beats } = state;
  tell(CHECK_SETTINGS);
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  asked[2]?.resolve({ TERMINAL_HEARTBEAT_INTERVAL: 30 });
  await vi.waitFor(() => expect(state.beats).toBeGreaterThan(beats));
});
