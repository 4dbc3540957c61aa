import type { TrialLine, TrialResult } from '@gatehouse/contract/policy/trial.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type pg from 'pg';
import type { Reply } from '../api.ts';
import { estateOf } from '../estate.ts';

/** What a trial answers last. */
export const resultOf = ({ status, text }: Pick<Reply, 'status' | 'text'>): TrialResult => {
  if (status !== 200) throw new Error(`${status} ${text}`);
  const last = JSON.parse(text.trim().split('\n').at(-1) ?? '') as TrialLine;
  if (!('result' in last)) throw new Error(text);
  return last.result;
};

/** Sessions, commands and sign-ins of the past, inserted directly into the database. */
export const pastOf = (pool: pg.Pool, org: string = DEFAULT_ORG_ID) => {
  const { insert } = estateOf(pool, org);
  const session = (
    user: { id: string; name: string },
    asset: { id: string; name: string },
    over: Record<string, unknown> = {},
  ): Promise<string> =>
    insert('terminal_session', {
      ...{ org_id: org, user: user.name, user_id: user.id, asset: asset.name, asset_id: asset.id },
      ...{ account: 'root(root)', account_id: '', protocol: 'ssh', type: 'normal', login_from: 'WT' },
      ...{ remote_addr: '192.0.2.7', error_reason: '', command_amount: 0, commands_moved: 0 },
      ...{ is_success: true, is_finished: true, is_locked: false, has_replay: true, has_command: true },
      ...{ date_start: new Date().toISOString(), comment: '' },
      ...over,
    });
  const commands = (session: string, lines: readonly string[], ageSeconds = 60) =>
    pool.query(
      `insert into terminal_command (org_id, "user", asset, account, input, output, session, risk_level, timestamp, offset_ms)
       select $1, 'u', 'a', 'root(root)', l.line, '', $2, 0, extract(epoch from now())::bigint - $4 - l.at, l.at * 1000
       from unnest($3::text[]) with ordinality as l(line, at)`,
      [org, session, lines, ageSeconds],
    );
  const signIn = (username: string, over: Record<string, unknown> = {}): Promise<string> =>
    insert('audits_userloginlog', {
      ...{ username, type: 'W', ip: '192.0.2.7', city: '', user_agent: '', mfa: 0, reason: '', rule: '' },
      ...{ backend: 'password', status: true, datetime: new Date().toISOString() },
      ...over,
    });
  return { session, commands, signIn };
};
