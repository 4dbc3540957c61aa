import type { LoginRule } from '@gatehouse/contract/policy/rules.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { RuleSet } from '@gatehouse/policy/limits/compileRules.ts';
import { decide } from '@gatehouse/policy/limits/decide.ts';
import type { Database } from '../../platform/database.ts';
import type { Events } from '../../platform/events.ts';
import { instantOf } from '../../platform/time.ts';
import { endSignIns, type OpenSignIn, openSignInsAfter } from '../../resources/users/user/sessions.ts';
import { permissionsOfUser } from '../access/permissions.ts';
import { whenChanges } from '../components/changes.ts';
import { factsOfUsers } from './facts.ts';
import type { RuleBook } from './ruleBook.ts';

type Deps = { db: Database; ruleBook: RuleBook };

/** How many sign-ins are looked at together. */
const PAGE = 1_000;

const refusedAmong = async (
  found: readonly OpenSignIn[],
  rules: RuleSet<LoginRule>,
  db: Database,
): Promise<OpenSignIn[]> => {
  const facts = await factsOfUsers([...new Set(found.map(({ user }) => user))], undefined, db);
  return found.filter(({ user: id, address, at }) => {
    const user = facts.get(id);
    // A user who is gone has no session that a request could use.
    if (!user) return false;
    const now = instantOf(at) ?? new Date();
    const { outcome, isWithoutReviewer } = decide(rules, { user, address, now });
    return outcome === 'reject' && !isWithoutReviewer;
  });
};

/**
 * Users who can take the rule back keep their sessions: one mistaken rule would leave nobody who could
 * (docs/decisions/0396).
 */
const withoutRulers = async (refused: readonly OpenSignIn[], db: Database): Promise<OpenSignIn[]> => {
  const rulers = new Set<string>();
  for (const user of new Set(refused.map((one) => one.user)))
    if ((await permissionsOfUser(user, ROOT_ORG_ID, db)).has('acls.change_loginacl')) rulers.add(user);
  return refused.filter(({ user }) => !rulers.has(user));
};

const idsOf = (refused: readonly OpenSignIn[], kind: OpenSignIn['kind']): string[] =>
  refused.filter((one) => one.kind === kind).map(({ id }) => id);

/**
 * Ends the web sessions and bearer tokens of sign-ins that the rules in force would have refused; returns how many.
 * Bearer tokens do not tell when they were issued and are judged as of now.
 */
export const endRefusedSignIns = async ({ db, ruleBook }: Deps): Promise<number> => {
  const rules = await ruleBook.logins();
  if (!rules.rules.some(({ is_active, action }) => is_active && action === 'reject')) return 0;
  let [ended, last]: [number, OpenSignIn | undefined] = [0, undefined];
  do {
    const found: OpenSignIn[] = await openSignInsAfter(last, PAGE, db);
    const refused = await withoutRulers(await refusedAmong(found, rules, db), db);
    if (refused.length > 0)
      await endSignIns({ web: idsOf(refused, 'web'), tokens: idsOf(refused, 'token') }, db);
    ended += refused.length;
    last = found.length === PAGE ? found.at(-1) : undefined;
  } while (last);
  return ended;
};

/** Does so after each change of the rules about signing in; other rules change nothing here. */
export const endRefusedAtOnce = (
  deps: Deps & { events: Events },
  failed: (error: unknown) => void,
): (() => void) => {
  let judged = '';
  let running: Promise<unknown> = Promise.resolve();
  const judge = async () => {
    const now = JSON.stringify((await deps.ruleBook.logins()).rules);
    if (now === judged) return;
    await endRefusedSignIns(deps);
    judged = now;
  };
  return whenChanges('rules', deps.events, () => {
    running = running.then(judge).catch(failed);
  });
};
