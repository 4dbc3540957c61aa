import type { LimitRequest, LoginRule } from '@gatehouse/contract/policy/rules.ts';
import type { RuleSet } from '@gatehouse/policy/limits/compileRules.ts';
import { decide } from '@gatehouse/policy/limits/decide.ts';
import { type SQL, sql } from 'drizzle-orm';
import { texts } from '../../../platform/database.ts';
import { instantOf } from '../../../platform/time.ts';
import { allUsers } from '../../../resources/users/user/relations.ts';
import { usernameIn } from '../usernameIn.ts';
import { applies } from './draftRules.ts';
import { createSubjects } from './subjects.ts';
import { createTally } from './tally.ts';
import { eachPage, type Findings, pagesOf, type Trial } from './trial.ts';

type SignIn = { id: string; username: string; ip: string; at: string };

type SignInTrial = Trial & {
  /** The login log, as far as the caller may see it. */
  logs: SQL;
  /** All sign-in rules, the draft among them. */
  rules: RuleSet<LoginRule>;
  draft: LoginRule;
};

type Known = { id: string; name: string };

/** The users of sign-ins, as they are now, by what the log says: a typed username, or `Name(username)`. */
const createUsers = ({ lookUp }: Pick<Trial, 'lookUp'>) => {
  const known = new Map<string, Known | undefined>();
  const subjects = createSubjects(undefined, lookUp);
  return {
    learn: async (named: readonly string[]): Promise<void> => {
      const unknown = [...new Set(named)].filter((text) => !known.has(text));
      if (unknown.length === 0) return;
      const usernames = new Set(unknown.flatMap((text) => [text, usernameIn(text)]));
      const rows = await lookUp.rows<Known & { username: string }>(
        sql`select u.id::text as id, u.name, u.username from ${allUsers} u where u.username = any(${texts([...usernames])})`,
      );
      const users = new Map(
        rows.map(({ id, name, username }) => [username, { id, name: `${name}(${username})` }]),
      );
      for (const text of unknown) known.set(text, users.get(text) ?? users.get(usernameIn(text)));
      await subjects.learn(
        rows.map(({ id }) => id),
        [],
      );
    },
    find: (text: string) => {
      const user = known.get(text);
      const facts = subjects.user(user?.id ?? '');
      return user && facts && { ...user, facts };
    },
  };
};

/**
 * Judges the sign-ins of a time: those that succeeded, and those that a rule refused. Wrong passwords never come to
 * the rules.
 */
export const tryOnSignIns = async (trial: SignInTrial): Promise<Findings> => {
  const { logs, rules, draft, from, to, db, tell } = trial;
  const counted = sql`l.datetime >= ${from.toISOString()} and l.datetime <= ${to.toISOString()}
    and (l.status or l.rule <> '')`;
  const users = createUsers(trial);
  const tally = createTally();
  let [examined, unknown] = [0, 0];
  const judge = ({ id, username, ip, at: text }: SignIn): void => {
    const at = instantOf(text) ?? to;
    const user = users.find(username);
    if (!user) {
      unknown += 1;
      return;
    }
    const request: LimitRequest = { user: user.facts, address: ip, now: at };
    const { outcome, rule, isWithoutReviewer } = decide(rules, request);
    if (!rule || outcome === 'none') return;
    if (rule.id !== draft.id) {
      if (applies(draft, rules, request)) tally.other(rule);
      return;
    }
    tally.hit({ outcome, user: { id: user.id, name: user.name } }, () => ({
      id,
      outcome,
      ...(isWithoutReviewer && { isWithoutReviewer: true as const }),
      at: at.toISOString(),
      user: user.name,
      user_id: user.id,
      address: ip,
    }));
  };
  const [{ total } = { total: 0 }] = await db.rows<{ total: number }>(
    sql`select count(*)::int as total from ${logs} l where ${counted}`,
  );
  const isCutOff = await eachPage(
    trial,
    pagesOf<SignIn>(
      trial,
      (last, limit) => sql`select l.id::text as id, l.username, l.ip, l.datetime as at from ${logs} l
      where ${counted} and (l.datetime, l.id) < (${last?.at ?? 'infinity'}, ${last?.id ?? '00000000-0000-0000-0000-000000000000'})
      order by l.datetime desc, l.id desc limit ${limit}`,
    ),
    async (rows) => {
      await users.learn(rows.map(({ username }) => username));
      for (const row of rows) judge(row);
      examined += rows.length;
      tell({ done: examined, total: Math.max(total, examined) });
    },
  );
  return { ...tally.summary(), examined, unknown, unread: 0, unreached: [], is_cut_off: isCutOff };
};
