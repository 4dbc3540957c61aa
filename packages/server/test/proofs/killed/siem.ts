import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type TLSSocket } from 'node:tls';
import { expect, onTestFinished } from 'vitest';
import { selfSigned } from '../../../../../scripts/servers/selfSigned.ts';
import type { Installation } from '../../servers/installation.ts';

type Event = { number: number; kind: string; event: Record<string, unknown> };

/** A receiver of events over TLS that can lose its connections. */
const startReceiver = async (pair: { cert: string; key: string }) => {
  const received: Event[] = [];
  const sockets = new Set<TLSSocket>();
  const server = createServer(pair, (socket) => {
    sockets.add(socket);
    let rest = '';
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      received.push(...lines.map((line) => JSON.parse(line) as Event));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return { received, cut, port: (server.address() as AddressInfo).port };
};

/** What happens while events are sent: sign-ins, one after the other, each committed. */
const produce = ({ pool }: Installation) => {
  let isOver = false;
  let count = 0;
  const insert = `insert into audits_userloginlog (id, username, type, ip, city, user_agent, mfa, reason, backend, status, datetime)
    values (gen_random_uuid(), $1, 'W', '10.0.0.1', '', '', 0, '', '', true, now())`;
  const run = async () => {
    while (!isOver) {
      await pool.query(insert, [`signed-in-${count + 1}`]);
      count += 1;
      await sleep(15);
    }
  };
  const running = run();
  onTestFinished(() => {
    isOver = true;
  });
  return async (): Promise<number> => {
    isOver = true;
    await running;
    return count;
  };
};

/** Streams the audit events of an installation from now on. */
export const openSiem = async (installation: Installation) => {
  const { servers, call } = installation;
  const pair = selfSigned();
  const { received, cut, port } = await startReceiver(pair);
  const settings = {
    ...{ AUDIT_STREAM_ENABLED: true, AUDIT_STREAM_HOST: 'localhost', AUDIT_STREAM_PORT: port },
    ...{ AUDIT_STREAM_TLS: true, AUDIT_STREAM_CA: pair.cert, AUDIT_STREAM_FORMAT: 'json' },
  };
  const path = '/api/v1/settings/setting/?category=audit_stream';
  const set = await call(servers[0], 'PATCH', path, settings);
  expect(set.status, set.text).toBe(200);
  const stop = produce(installation);
  return {
    /** The receiver loses its connections. */
    cut,
    /**
     * All events arrive: numbered without a gap, in order, each with one number, however often; nothing is left
     * waiting.
     */
    check: async (): Promise<string> => {
      const signedIn = await stop();
      const last = `signed-in-${signedIn}`;
      await expect
        .poll(() => received.some(({ event }) => event.username === last), { timeout: 60_000 })
        .toBe(true);
      const byNumber = new Map<number, string>();
      const firsts: Event[] = [];
      for (const event of received) {
        const text = JSON.stringify(event);
        if (!byNumber.has(event.number)) firsts.push(event);
        expect(byNumber.get(event.number) ?? text).toBe(text);
        byNumber.set(event.number, text);
      }
      expect(firsts.map(({ number }) => number)).toEqual(firsts.map((_, at) => at + 1));
      const users = firsts.filter(({ kind }) => kind === 'login_log').map(({ event }) => event.username);
      const ours = users.filter((name) => String(name).startsWith('signed-in-'));
      expect(ours).toEqual(Array.from({ length: signedIn }, (_, at) => `signed-in-${at + 1}`));
      expect(firsts.filter(({ kind }) => kind === 'gap')).toEqual([]);
      return `${firsts.length} audit events in order, ${received.length - firsts.length} of them repeated with their numbers`;
    },
  };
};
