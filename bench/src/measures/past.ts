import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { TrialLine } from '@gatehouse/contract/policy/trial.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type pg from 'pg';
import { startThrowAwayPostgres } from '../../../packages/launcher/test/throwAwayPostgres.ts';
import { openPool } from '../../../packages/server/src/platform/database.ts';
import { migrate } from '../../../packages/server/src/platform/migrate.ts';
import { startOwnServer } from '../ownServer.ts';
import type { Measure } from '../report.ts';
import { seedAssets } from '../seedAssets.ts';
import { seedPermissions } from '../seedPermissions.ts';

const size = { users: 500, assets: 1_000, sessions: 20_000, commands: 1_000_000, lines: 50_000 };

/** Sessions of users and assets that exist, so that each can be judged. */
const sessions = `with u as materialized (select array_agg(id order by username) as ids from users_user where username like 'user%'),
    a as materialized (select array_agg(id order by name) as ids from assets_asset)
  insert into terminal_session (org_id, "user", user_id, asset, asset_id, account, account_id, protocol, type, login_from, remote_addr,
    error_reason, command_amount, is_success, is_finished, is_locked, has_replay, has_command, date_start, date_end, comment)
  select $1::uuid, 'User ' || i, u.ids[1 + i % $3::int]::text, 'web-' || i, a.ids[1 + i % $4::int]::text,
    'root(root)', '', 'ssh', 'normal', 'WT', '192.0.2.7', '', 50, true, true, false, true, true,
    now() - make_interval(secs => i * 30), now() - make_interval(secs => i * 30 - 15), ''
  from generate_series(1, $2::int) i, u, a`;

/** Lines as users type them: every tenth holds several commands, one in a hundred is dangerous. */
const commands = `with s as materialized (select array_agg(id order by date_start) as ids, count(*)::int as many from terminal_session)
  insert into terminal_command (org_id, "user", asset, account, input, output, session, risk_level, timestamp, offset_ms)
  select $1::uuid, 'u', 'a', 'root(root)', case when n % 100 = 7 then 'sudo rm -rf /srv/old' || n
      when n % 10 = 3 then 'cat /var/log/app' || n || '.log | grep -v debug | sort -u > /tmp/out; echo done'
      else (array['ls -la /srv/', 'systemctl status app', 'tail -n 100 /var/log/', 'df -h /data', 'vim /etc/app.d/'])[1 + n % 5] || n end,
    'total 12', s.ids[1 + i % s.many]::text, 0, extract(epoch from now())::bigint - i / 2, i % 60000
  from (select i, (i::bigint * 7919 % $3::int)::int as n from generate_series(1, $2::int) i) numbered, s`;

const seed = async (pool: pg.Pool): Promise<void> => {
  const org = DEFAULT_ORG_ID;
  await migrate(pool);
  await seedAssets(pool, { assets: size.assets, nodes: 100, accountsPerAsset: 1, org });
  await seedPermissions(pool, { users: size.users, groups: 50, permissions: 100, org });
  await pool.query(sessions, [org, size.sessions, size.users, size.assets]);
  await pool.query(commands, [org, size.commands, size.lines]);
  await pool.query('vacuum analyze');
};

/** Measures a command filter that is tried on 1,000,000 commands with 50,000 distinct lines, nine others in force. */
export const measurePast = async (): Promise<Measure[]> => {
  const database = await startThrowAwayPostgres();
  const url = database.urlFor('postgres');
  const pool = openPool(url, 4);
  await seed(pool);
  await pool.end();
  const server = await startOwnServer(url);
  const filters = '/api/v1/acls/command-filter-acls/';
  const everyone = { users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] };
  const groups: string[] = [];
  for (let at = 0; at < 10; at += 1) {
    const content = at === 0 ? 'rm -rf\nreboot\nshutdown' : `tool${at} -f\n/opt/other${at}`;
    const group = await server.post('/api/v1/acls/command-groups/', { name: `group ${at}`, content });
    groups.push((JSON.parse(group) as { id: string }).id);
    if (at > 0)
      await server.post(filters, { ...everyone, name: `filter ${at}`, command_groups: [groups[at]] });
  }
  const seconds: number[] = [];
  const waits = monitorEventLoopDelay({ resolution: 5 });
  waits.enable();
  for (let round = 0; round < 3; round += 1) {
    const began = performance.now();
    const rule = { ...everyone, name: 'draft', command_groups: [groups[0]] };
    const lines = (await server.post(`${filters}try/`, { days: 30, rule })).trim().split('\n');
    seconds.push((performance.now() - began) / 1000);
    const last = JSON.parse(lines.at(-1) ?? '{}') as TrialLine;
    if (!('result' in last) || last.result.counts.reject !== size.commands / 100)
      throw new Error(`wrong result ${lines.at(-1)?.slice(0, 500)}`);
  }
  waits.disable();
  await server.stop();
  await database.stop();
  return [
    {
      what: 'A command filter tried on 1,000,000 commands, 50,000 distinct lines',
      unit: 's',
      values: seconds,
      budget: { max: 10 },
    },
    { what: 'Longest wait of another request meanwhile', unit: 'ms', values: [waits.max / 1e6] },
    { what: 'Wait of other requests meanwhile, p99', unit: 'ms', values: [waits.percentile(99) / 1e6] },
  ];
};
