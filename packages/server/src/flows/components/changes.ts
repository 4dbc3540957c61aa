import type { Events } from '../../platform/events.ts';
import type { FactsAsked } from '../accessRules/factsAsked.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';

/**
 * Minimum time between two reports of the same kind, in milliseconds: many changes in a row, such as an import,
 * are reported together. A change of settings, of access rules or of whom they hit has to be in force within a second, a
 * fetch included.
 */
const pauses = { access: 1_000, settings: 250, rules: 250, facts: 250, work_waits: 100 } as const;

/** Calls `tell` soon after `due` was called, however often, with that pause between two calls. */
const paced = (pauseMs: number, tell: () => void): { due: () => void; stop: () => void } => {
  let sentAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const now = () => {
    timer = undefined;
    sentAt = Date.now();
    tell();
  };
  return {
    due: () => {
      timer ??= setTimeout(now, Math.max(0, sentAt + pauseMs - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
};

/**
 * Calls `tell` when access may have been taken away, when settings or access rules may have changed, or when work waits. Database
 * triggers publish changes of access and of rules, whatever made them (migrations/0001_extras.sql, 0035). Returns
 * a function that unsubscribes.
 */
export const whenChanges = (
  what: 'access' | 'settings' | 'rules' | 'work_waits',
  events: Events,
  tell: () => void,
): (() => void) => {
  const { due, stop } = paced(pauses[what], tell);
  const end = events.on(what, due);
  return () => {
    stop();
    end();
  };
};

/** Users and assets of which more than this many changed together are not named. */
const mostNamed = 50;
/** Stands for users or assets that are not named. */
const unnamed = '';

/**
 * Calls `tell` with the ids of users and assets about which something changed that rules ask, so that others may be in
 * force in their sessions; with none when these may be any. Database triggers publish such changes
 * (migrations/0041). Returns a function that unsubscribes.
 */
export const whenHitsChange = (
  { events, ruleBook }: { events: Events; ruleBook: Pick<RuleBook, 'sessionsAsk'> },
  tell: (ids: readonly string[]) => void,
): (() => void) => {
  const changed = { users: new Set<string>(), assets: new Set<string>() };
  const take = (kind: keyof FactsAsked, asked: FactsAsked): string[] => {
    const ids = asked[kind] ? [...changed[kind]] : [];
    changed[kind].clear();
    return ids;
  };
  const report = async () => {
    const asked = await ruleBook.sessionsAsk().catch(() => ({ users: true, assets: true }));
    const ids = [...take('users', asked), ...take('assets', asked)];
    if (ids.length > 0) tell(ids.includes(unnamed) || ids.length > mostNamed ? [] : ids);
  };
  const { due, stop } = paced(pauses.facts, () => void report());
  const note = (kind: keyof FactsAsked) => (id: string | undefined) => {
    // Memory is bounded: beyond that many, names are of no use.
    changed[kind].add(changed[kind].size > mostNamed ? unnamed : (id ?? unnamed));
    due();
  };
  const endings = [events.on('user_facts', note('users')), events.on('asset_facts', note('assets')), stop];
  return () => {
    for (const end of endings) end();
  };
};
