import { randomUUID } from 'node:crypto';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
const terminals = '/api/v1/terminal/terminals/';

const add = async (name: string, stat?: { cpu_load: number; memory_used: number }) => {
  const id = randomUUID();
  await api.pool.query(
    `insert into terminal_terminal (id, name, type, remote_addr, command_storage, replay_storage, is_deleted, date_created, comment)
      values ($1, $2, 'koko', '10.0.0.9', 'default', 'default', false, now(), '')`,
    [id, name],
  );
  if (stat)
    await api.pool.query(
      `insert into terminal_status (id, terminal, session_online, cpu_load, memory_used, disk_used, date_created)
        values (gen_random_uuid(), $1, 3, $2, $3, 40, now())`,
      [id, stat.cpu_load, stat.memory_used],
    );
};

beforeAll(async () => {
  api = await startApi();
  await add('calm', { cpu_load: 0.5, memory_used: 30 });
  await add('busy "one"', { cpu_load: 2, memory_used: 97 });
  await add('gone');
});
afterAll(() => api.stop());

test('components are counted by kind and load', async () => {
  const viewer = api.as({ permissions: ['terminal.view_terminal'], org: ROOT_ORG_ID });
  expect((await viewer.get('/api/v1/terminal/components/metrics/')).json).toEqual([
    {
      ...{ type: 'koko', total: 3, session_active: 0 },
      ...{ normal: ['calm'], high: [], critical: ['busy "one"'], offline: ['gone'] },
    },
  ]);
});

test('Prometheus reads gauges of every component without authentication', async () => {
  const answer = await api
    .as({ anonymous: true })
    .get('/api/v1/prometheus/metrics/', undefined, { accept: 'text/plain' });
  expect([answer.status, answer.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const lines = answer.text.trimEnd().split('\n');
  const state = (status: string) =>
    `gatehouse_components_status_total{component_type="koko",status="${status}"}`;
  expect(lines.slice(0, 6)).toEqual([
    '# TYPE gatehouse_components_status_total gauge',
    ...[`${state('any')} 3`, `${state('normal')} 1`, `${state('high')} 0`],
    ...[`${state('critical')} 1`, `${state('offline')} 1`],
  ]);
  expect(lines).toContain('gatehouse_components_session_active_total{component_type="koko"} 0');
  expect(lines).toContain('gatehouse_components_cpu_load{component_type="koko",component="calm"} 0.5');
  expect(lines).toContain(
    'gatehouse_components_memory_used{component_type="koko",component="busy \\"one\\""} 97',
  );
  expect(answer.text).not.toContain('component="gone"');
});

test('components are found by load, by part of their name and of their address', async () => {
  const admin = api.as({ superuser: true, org: ROOT_ORG_ID });
  const names = async (query: string) =>
    ((await admin.get(`${terminals}?${query}`)).json as { name: string }[]).map(({ name }) => name);
  expect(await names('load=critical')).toEqual(['busy "one"']);
  expect(await names('load=offline')).toEqual(['gone']);
  expect(await names('name=al')).toEqual(['calm']);
  expect(await names('remote_addr=0.0.9')).toHaveLength(3);
  expect((await admin.get(`${terminals}?load=asleep`)).status).toBe(400);
});
