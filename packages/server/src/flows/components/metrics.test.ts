import { randomUUID } from 'node:crypto';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { loadOf } from '../../resources/terminal/terminal/index.ts';

let api: Awaited<ReturnType<typeof startApi>>;
const terminals = '/api/v1/terminal/terminals/';
const token = 'a-password-of-prometheus';

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
  api = await startApi({ environment: { GATEHOUSE_METRICS_TOKEN: token } });
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

test('heartbeats are found by the name of their component', async () => {
  const found = async (search: string) => {
    const answer = await api.as({ superuser: true }).get(`/api/v1/terminal/status/?search=${search}`);
    return (answer.json as { cpu_load: number }[]).map(({ cpu_load }) => cpu_load);
  };
  expect(await found('CAL')).toEqual([0.5]);
  expect(await found('zzqqzz')).toEqual([]);
});

test('without a right, Prometheus reads how many components there are, and no names', async () => {
  const anonymous = { anonymous: true };
  for (const caller of [anonymous, { permissions: ['terminal.view_session'] }, { permissions: [] }]) {
    const { status, text } = await api.as(caller).get('/api/v1/prometheus/metrics/');
    expect(status).toBe(200);
    expect(text).toContain('gatehouse_components_status_total{component_type="koko",status="any"} 3');
    expect(text).not.toMatch(/component=|calm|busy|cpu_load/);
  }
});

test('the monitoring system proves itself by the configured password; a wrong one is refused', async () => {
  const read = (password: string) =>
    api.as({ anonymous: true }).get('/api/v1/prometheus/metrics/', undefined, {
      authorization: `Basic ${Buffer.from(`prometheus:${password}`).toString('base64')}`,
    });
  expect((await read(token)).text).toContain('component="calm"');
  for (const wrong of ['', 'x', `${token}x`]) expect((await read(wrong)).status).toBe(401);
  const without = await startApi();
  const answer = await without.as({ anonymous: true }).get('/api/v1/prometheus/metrics/', undefined, {
    authorization: `Basic ${Buffer.from('prometheus:').toString('base64')}`,
  });
  expect(answer.status).toBe(401);
  await without.stop();
});

test('Prometheus reads gauges of every component with the right to see components', async () => {
  const answer = await api
    .as({ permissions: ['terminal.view_terminal'] })
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
  const unknown = await admin.get(`${terminals}?load=asleep`);
  expect([unknown.status, unknown.json]).toEqual([400, { load: ['"asleep" is not one of the choices.'] }]);
});

test('the worst metric decides the load of a component', () => {
  const calm = { cpu_load: 0, memory_used: 0, disk_used: 0, session_online: 0 };
  const bounds = { cpu_load: [5, 20], memory_used: [85, 95], disk_used: [80, 99] };
  for (const [measure, [high = 0, critical = 0]] of Object.entries(bounds)) {
    const at = (value: number) => loadOf('koko', { ...calm, [measure]: value });
    expect([measure, at(high), at(high + 0.1), at(critical), at(critical + 0.1)]).toEqual([
      measure,
      'normal',
      'high',
      'high',
      'critical',
    ]);
  }
  const silent = ['koko', 'core', 'celery'].map((type) => loadOf(type, undefined));
  expect(silent).toEqual(['offline', 'normal', 'offline']);
});

test('a component shows its load, its running sessions and whether it is alive', async () => {
  const admin = api.as({ superuser: true, org: ROOT_ORG_ID });
  const rowOf = async (name: string) =>
    ((await admin.get(`${terminals}?search=${name}`)).json as Record<string, unknown>[])[0];
  expect(await rowOf('calm')).toMatchObject({
    load: { value: 'normal', label: 'Normal' },
    stat: { cpu_load: 0.5, memory_used: 30, disk_used: 40, session_online: 3 },
    session_online: 0,
    is_alive: false,
  });
  expect(await rowOf('gone')).toMatchObject({ load: { value: 'offline' }, stat: null });
  const gateway = await registerComponent(api, 'line\nbreak \\');
  const session = await gateway.session();
  const beat = (more: object) =>
    gateway.post('/api/v1/terminal/terminals/status/', { sessions: [session], ...more });
  await beat({ cpu_load: 0.25, memory_used: -1, disk_used: '40', session_online: 1.4 });
  const { rows } = await api.pool.query(
    "select session_online, cpu_load, memory_used, disk_used from terminal_status s join terminal_terminal t on t.id = s.terminal where t.name like 'line%'",
  );
  expect(rows.map((row) => Object.values(row).map(Number))).toEqual([[1, 0.25, 0, 0]]);
  expect(await rowOf('break')).toMatchObject({ session_online: 1, is_alive: true, is_active: true });
  await api.pool.query("update terminal_terminal set date_last_seen = now() - interval '4 minutes'");
  expect(await rowOf('break')).toMatchObject({ is_alive: false });
  const { text } = await api.as({ superuser: true }).get('/api/v1/prometheus/metrics/');
  expect(text).toContain('component="line\\nbreak \\\\"');
  expect(text).toContain('gatehouse_components_session_active_total{component_type="koko"} 1');
  expect(text.match(/# TYPE gatehouse_components_cpu_load gauge/g)).toHaveLength(1);
  // A component with a running session cannot be deleted.
  const { id } = (await rowOf('break')) as { id: string };
  const refused = await admin.delete(`${terminals}${id}/`);
  expect([refused.status, refused.json]).toMatchObject([400, { code: 'have_online_session' }]);
  await gateway.patch(`/api/v1/terminal/sessions/${session}/`, { is_finished: true });
  expect((await admin.delete(`${terminals}${id}/`)).status).toBe(204);
  const account = await api.pool.query("select 1 from users_user where username like 'line%'");
  expect(account.rows).toEqual([]);
});
