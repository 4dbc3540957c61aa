import type pg from 'pg';

/** Sessions of the users and assets of the estate, in turn. */
const sessions = `with u as materialized (select id, username, (row_number() over (order by username))::int - 1 as at, (count(*) over ())::int as many
      from users_user where username like 'user%'),
    a as materialized (select id, name, (row_number() over (order by name))::int - 1 as at, (count(*) over ())::int as many from assets_asset where org_id = $1),
    s as (select i, i % (select many from u limit 1) as user_at, (i::bigint * 7919 % (select many from a limit 1))::int as asset_at from generate_series(1, $2::int) i)
  insert into terminal_session (org_id, "user", user_id, asset, asset_id, account, account_id, protocol, type, login_from, remote_addr,
    error_reason, command_amount, is_success, is_finished, is_locked, has_replay, has_command, date_start, date_end, comment)
  select $1::uuid, u.username || '(' || u.username || ')', u.id, a.name || '(10.0.0.1)', a.id, 'root(root)', gen_random_uuid(), 'ssh', 'normal', 'WT',
    '10.' || i % 250 || '.1.1', '', 10, true, i % 500 <> 0, false, true, true,
    now() - make_interval(secs => i * 20), now() - make_interval(secs => i * 20 - 15), ''
  from s join u on u.at = s.user_at join a on a.at = s.asset_at`;

const commands = `insert into terminal_command (org_id, "user", asset, account, input, output, session, risk_level, timestamp, offset_ms)
  select $1::uuid, 'User ' || i % 5000 || '(user' || i % 5000 || ')', 'web-' || lpad((i % 100000)::text, 7, '0') || '(10.0.0.1)', 'root(root)',
    (array['ls -la /srv', 'systemctl status nginx', 'tail -f /var/log/syslog', 'df -h', 'cat /etc/hosts', 'sudo -i'])[1 + i % 6] || ' ' || i, 'total 12',
    md5((i / 10)::text)::uuid::text, case when i % 100 = 0 then 5 else 0 end, extract(epoch from now())::bigint - i * 2, i % 60000
  from generate_series(1, $2::int) i`;

const operations = `insert into audits_operatelog (org_id, "user", action, resource, remote_addr, datetime, resource_key, resource_id, diff)
  select $1::uuid, 'User ' || i % 5000 || '(user' || i % 5000 || ')', (array['create', 'update', 'delete'])[1 + i % 3], 'web-' || i, '10.0.0.1',
    now() - make_interval(secs => i * 7), 'assets.asset', gen_random_uuid()::text, '{"Name": ["a", "b"]}'
  from generate_series(1, $2::int) i`;

/** Adds `many` sessions, commands and operate logs each; one session in 500 is still running. */
export const seedPast = async (pool: pg.Pool, org: string, many: number): Promise<void> => {
  for (const statement of [sessions, commands, operations]) await pool.query(statement, [org, many]);
};
