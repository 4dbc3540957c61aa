import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../test/api.ts';
import { registerComponent } from '../../../../test/component.ts';

type Wire = { [field: string]: unknown };
const terminal = '/api/v1/terminal/';

let api: Awaited<ReturnType<typeof startApi>>;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
beforeAll(async () => {
  api = await startApi();
  gateway = await registerComponent(api, '[KoKo]-ending');
});
afterAll(() => api.stop());

const session = async (id: string) =>
  (await api.as({ superuser: true }).get(`${terminal}sessions/${id}/`)).json as Wire;

test('a session reported as finished without a time ended just now, and is no longer paused', async () => {
  const [silent, dated] = [await gateway.session(), await gateway.session()];
  await api.pool.query('update terminal_session set is_locked = true where id = $1', [silent]);
  const began = Date.now() - 1_000;
  await gateway.patch(`${terminal}sessions/${silent}/`, { is_finished: true });
  const ended = await session(silent);
  expect(ended).toMatchObject({ is_finished: true, is_locked: false });
  expect(Date.parse(String(ended.date_end))).toBeGreaterThanOrEqual(began);
  const date_end = '2031-01-02T03:04:05.000Z';
  await gateway.patch(`${terminal}sessions/${dated}/`, { is_finished: true, date_end });
  expect(Date.parse(String((await session(dated)).date_end))).toBe(Date.parse(date_end));
});

test('once the gateway reports the end of a session it seemed to have lost, the session counts as ended by it', async () => {
  const end = async (error_reason: string, report: object) => {
    const id = await gateway.session();
    await api.pool.query(
      'update terminal_session set is_finished = true, date_end = now(), error_reason = $2 where id = $1',
      [id, error_reason],
    );
    await gateway.patch(`${terminal}sessions/${id}/`, { is_finished: true, ...report });
    return (await session(id)).error_reason as Wire;
  };
  expect((await end('gateway_lost', {})).value).toBe('');
  expect((await end('gateway_lost', { error_reason: 'connect_failed' })).value).toBe('connect_failed');
  expect((await end('connect_failed', {})).value).toBe('connect_failed');
});
