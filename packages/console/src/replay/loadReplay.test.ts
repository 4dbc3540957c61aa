import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { expect, test } from 'vitest';
import { answerTo } from '../../test/answerTo.ts';
import { fakePlatform } from '../../test/fakePlatform.ts';
import { answer, fakeServer, type Seen } from '../../test/fakeServer.ts';
import { detailRow, listRow, pageOf } from '../../test/sampleRow.ts';
import { findReplay, loadCommands } from './loadReplay.ts';

const REPLAY = 'GET /api/v1/terminal/sessions/:id/replay/';
const COMMANDS = 'GET /api/v1/terminal/commands/';
const cast = {
  type: 'asciicast',
  src: '/media/replay/2026-05-20/s1.cast.gz',
  user: 'Ann Lee(ann)',
  asset: 'web-01(10.0.0.5)',
  account: 'root(root)',
  date_start: '2026/05/20 03:04:05 +0000',
  date_end: '2026/05/20 03:14:05 +0000',
  download_url: '/d',
} as const;
const replayed = (body: Parameters<typeof answerTo<typeof REPLAY>>[1]) =>
  answerTo(REPLAY, body, { id: 's1' });

const ask = async (routes: Record<string, unknown>) => {
  const server = fakeServer(routes);
  const { http } = await fakePlatform(server);
  return { server, http, signal: new AbortController().signal };
};

test('the recording is requested until the server has it ready', async () => {
  let requests = 0;
  const { http, signal } = await ask(
    replayed(() => (++requests < 3 ? { status: 'running', start_time: 1, key: 'k' } : cast)),
  );
  expect(await findReplay(http, 's1', signal)).toEqual(cast);
  expect(requests).toBe(3);
});

test.each<[Parameters<typeof replayed>[0], string]>([
  [answer(404, { error: 'No recording' }), 'missing'],
  [{ status: 'error', error: 'storage' }, 'preparing'],
  [{ ...cast, type: 'guacamole' }, 'unsupported'],
])('the answer %j is reported as %s', async (body, code) => {
  const { http, signal } = await ask(replayed(body));
  await expect(findReplay(http, 's1', signal)).rejects.toMatchObject({ code });
});

test.each<[unknown, string]>([
  [detailRow(session, { id: 's1', is_finished: false }), 'running'],
  [detailRow(session, { id: 's1', is_finished: true }), 'missing'],
  [answer(403, {}), 'missing'],
])('without a recording, a session that answers %j counts as %s', async (row, code) => {
  const { http, signal } = await ask({
    ...replayed(answer(404, { error: 'No recording' })),
    'GET /api/v1/terminal/sessions/s1/': row,
  });
  await expect(findReplay(http, 's1', signal)).rejects.toMatchObject({ code });
});

// The compiler finds the planted mistakes: a missing expected error fails the type check.
test('a kind or state of a recording that no server sends does not compile', () => {
  // @ts-expect-error a kind of recording that does not exist
  const kind = replayed({ ...cast, type: 'tape' });
  // @ts-expect-error a state that does not exist
  const state = replayed({ status: 'waiting', start_time: 1, key: 'k' });
  expect([kind, state]).toHaveLength(2);
});

test('a recording of another kind can still be downloaded', async () => {
  const { http, signal } = await ask(replayed({ ...cast, type: 'mp4' }));
  await expect(findReplay(http, 's1', signal)).rejects.toMatchObject({ info: { download_url: '/d' } });
});

test('all commands are loaded, page by page, oldest first', async () => {
  const rows = Array.from({ length: 2300 }, (_, at) =>
    listRow(command, { id: `${at}`, input: `cmd ${at}`, timestamp: at }),
  );
  const { http, signal, server } = await ask({
    [COMMANDS]: ({ query }: Seen) => {
      const from = Number(query.offset);
      return { ...pageOf(rows), results: rows.slice(from, from + Number(query.limit)) };
    },
  });
  expect(await loadCommands(http, 's1', signal)).toEqual(rows);
  const requests = server.calls('GET', '/api/v1/terminal/commands/');
  expect(requests).toHaveLength(3);
  expect(requests[0]?.query).toMatchObject({ session_id: 's1', order: 'timestamp' });
});
