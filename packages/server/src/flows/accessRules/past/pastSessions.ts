import type { AssetLoginRule, ConnectMethodRule, LimitRequest } from '@gatehouse/contract/policy/rules.ts';
import type { TrialExample } from '@gatehouse/contract/policy/trial.ts';
import type { RuleSet } from '@gatehouse/policy/limits/compileRules.ts';
import { decide, refusedMethods } from '@gatehouse/policy/limits/decide.ts';
import { type SQL, sql } from 'drizzle-orm';
import { instantOf } from '../../../platform/time.ts';
import { usernameIn } from '../usernameIn.ts';
import { applies } from './draftRules.ts';
import { createSubjects } from './subjects.ts';
import { createTally } from './tally.ts';
import { eachPage, type Findings, pagesOf, type Trial } from './trial.ts';

type Session = {
  id: string;
  user: string;
  user_id: string;
  asset: string;
  asset_id: string;
  account: string;
  address: string | null;
  protocol: string;
  type: string;
  login_from: string;
  at: string;
};

type SessionTrial = Trial & {
  /** The sessions that the caller may see. */
  sessions: SQL;
  /** Organization of the rules; undefined where they apply in all. */
  org: string | undefined;
};

/** What the tried rule does to a connection: a rule that decides it, and whether the tried one matches. */
type Decided = {
  verdict?: Pick<TrialExample, 'outcome' | 'isWithoutReviewer'>;
  other?: { id: string; name: string };
};

/** Decides about a session; undefined if it is not known how it was connected. */
type DecideSession = (session: Session, request: LimitRequest) => Decided | undefined;

const exampleOf = (session: Session, verdict: NonNullable<Decided['verdict']>): TrialExample => ({
  id: session.id,
  ...verdict,
  at: instantOf(session.at)?.toISOString() ?? session.at,
  user: session.user,
  user_id: session.user_id,
  asset: session.asset,
  asset_id: session.asset_id,
  account: session.account,
  address: session.address ?? '',
  session: session.id,
});

const tryOnSessions = async (trial: SessionTrial, decideSession: DecideSession): Promise<Findings> => {
  const { sessions, org, from, to, db, lookUp, tell } = trial;
  const counted = sql`s.date_start >= ${from.toISOString()} and s.date_start <= ${to.toISOString()}`;
  const subjects = createSubjects(org, lookUp);
  const tally = createTally();
  let [examined, unknown] = [0, 0];
  const judge = (session: Session): void => {
    const [user, asset] = [subjects.user(session.user_id), subjects.asset(session.asset_id)];
    const account = usernameIn(session.account);
    const decided =
      user &&
      asset &&
      decideSession(session, {
        user,
        asset,
        account,
        address: session.address ?? '',
        now: instantOf(session.at) ?? to,
      });
    if (!decided) unknown += 1;
    if (decided?.other) tally.other(decided.other);
    const verdict = decided?.verdict;
    if (!verdict) return;
    const about = {
      user: { id: session.user_id, name: session.user },
      asset: { id: session.asset_id, name: session.asset },
    };
    tally.hit({ outcome: verdict.outcome, ...about }, () => exampleOf(session, verdict));
  };
  const [{ total } = { total: 0 }] = await db.rows<{ total: number }>(
    sql`select count(*)::int as total from ${sessions} s where ${counted}`,
  );
  const isCutOff = await eachPage(
    trial,
    pagesOf<Session>(
      trial,
      (last, limit) => sql`select s.id::text as id, s."user", s.user_id, s.asset, s.asset_id, s.account,
        s.remote_addr as address, s.protocol, s.type, s.login_from, s.date_start as at
      from ${sessions} s
      where ${counted} and (s.date_start, s.id) < (${last?.at ?? 'infinity'}, ${last?.id ?? '00000000-0000-0000-0000-000000000000'})
      order by s.date_start desc, s.id desc limit ${limit}`,
    ),
    async (rows) => {
      await subjects.learn(
        rows.map(({ user_id }) => user_id),
        rows.map(({ asset_id }) => asset_id),
      );
      for (const row of rows) judge(row);
      examined += rows.length;
      tell({ done: examined, total: Math.max(total, examined) });
    },
  );
  return { ...tally.summary(), examined, unknown, unread: 0, unreached: [], is_cut_off: isCutOff };
};

/** Judges the connections of a time by the rules about connections, at the moment when they began. */
export const tryOnConnections = (
  trial: SessionTrial & { rules: RuleSet<AssetLoginRule>; draft: AssetLoginRule },
): Promise<Findings> => {
  const { rules, draft } = trial;
  return tryOnSessions(trial, (_session, request) => {
    const { outcome, rule, isWithoutReviewer } = decide(rules, request);
    if (!rule || outcome === 'none') return {};
    if (rule.id !== draft.id) return applies(draft, rules, request) ? { other: rule } : {};
    return { verdict: { outcome, ...(isWithoutReviewer && { isWithoutReviewer: true as const }) } };
  });
};

const webProtocols: ReadonlySet<string> = new Set(['rdp', 'vnc', 'http']);

/** The ways in which a session may have been connected; sessions do not say which of several clients it was. */
export const methodsOf = ({
  login_from,
  type,
  protocol,
}: Pick<Session, 'login_from' | 'type' | 'protocol'>): readonly string[] => {
  if (login_from === 'WT') {
    if (type === 'sftp') return ['web_sftp'];
    return [webProtocols.has(protocol) ? 'web_gui' : 'web_cli'];
  }
  if (login_from === 'ST') return type === 'sftp' ? ['sftp_client'] : ['ssh_client', 'ssh_guide'];
  return login_from === 'DT' ? ['db_client', 'db_guide'] : ['mstsc'];
};

/** Judges the connections of a time by the rules that take ways to connect away. */
export const tryOnMethods = (
  trial: SessionTrial & { rules: RuleSet<ConnectMethodRule>; draft: ConnectMethodRule },
): Promise<Findings> => {
  const { rules, draft } = trial;
  return tryOnSessions(trial, (session, request) => {
    const refused = refusedMethods(rules, request);
    const methods = methodsOf(session);
    // Of several possible ways, only what holds for each is known.
    const deciding = methods.map((method) => refused.get(method));
    if (deciding.every((rule) => rule?.id === draft.id)) return { verdict: { outcome: 'reject' } };
    const isNamed = methods.every((method) => draft.connect_methods.includes(method));
    const other = deciding.find((rule) => rule && rule.id !== draft.id);
    if (other && isNamed && applies(draft, rules, request)) return { other };
    return deciding.some((rule) => rule?.id === draft.id) ? undefined : {};
  });
};
