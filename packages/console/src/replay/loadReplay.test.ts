import { expect, test } from 'vitest';
import { fakePlatform } from '../../test/fakePlatform.ts';
import { answer, fakeServer, type Seen } from '../../test/fakeServer.ts';
import { findReplay, loadCommands } from './loadReplay.ts';

const REPLAY = 'GET /api/v1/terminal/sessions/s1/replay/';
const COMMANDS = 'GET /api/v1/terminal/commands/';
const cast = { type: 'asciicast', src: '/media/replay/2026-05-20/s1.cast.gz', download_url: '/d' };

const ask = async (routes: Record<string, unknown>) => {
  const server = fakeServer(routes);
  const { http } = await fakePlatform(server);
  return { server, http, signal: new AbortController().signal };
};

test('the recording is requested until the server has it ready', async () => {
  let requests = 0;
  const { http, signal } = await ask({
    [REPLAY]: () => (++requests < 3 ? { status: 'running', start_time: 1, key: 'k' } : cast),
  });
  expect(await findReplay(http, 's1', signal)).toEqual(cast);
  expect(requests).toBe(3);
});

test.each([
  [answer(404, { error: 'No recording' }), 'missing'],
  [{ status: 'error', error: 'storage' }, 'preparing'],
  [{ ...cast, type: 'guacamole' }, 'unsupported'],
])('an answer %j is reported as %s', async (body, code) => {
  const { http, signal } = await ask({ [REPLAY]: body });
  await expect(findReplay(http, 's1', signal)).rejects.toMatchObject({ code });
});

test('a recording of another kind can still be downloaded', async () => {
  const { http, signal } = await ask({ [REPLAY]: { ...cast, type: 'mp4' } });
  await expect(findReplay(http, 's1', signal)).rejects.toMatchObject({ info: { download_url: '/d' } });
});

test('all commands are loaded, page by page, oldest first', async () => {
  const rows = Array.from({ length: 2300 }, (_, at) => ({ id: `${at}`, input: `cmd ${at}`, timestamp: at }));
  const { http, signal, server } = await ask({
    [COMMANDS]: ({ query }: Seen) => {
      const from = Number(query.offset);
      const results = rows.slice(from, from + Number(query.limit));
      return { count: rows.length, next: null, previous: null, results };
    },
  });
  expect(await loadCommands(http, 's1', signal)).toEqual(rows);
  const requests = server.calls('GET', '/api/v1/terminal/commands/');
  expect(requests).toHaveLength(3);
  expect(requests[0]?.query).toMatchObject({ session_id: 's1', order: 'timestamp' });
});
