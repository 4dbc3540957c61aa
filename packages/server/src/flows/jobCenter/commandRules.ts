import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import {
  type CompiledFilters,
  compileFilters,
  decideCommand,
} from '@gatehouse/policy/commands/decideCommand.ts';
import { gateOutcome, isUnknown } from '@gatehouse/policy/commands/gateOutcome.ts';
import { freshState } from '@gatehouse/policy/commands/shell/session.ts';
import { readLine } from '@gatehouse/policy/commands/shell/simpleCommands.ts';
import { deviceLinesIn } from './modules/deviceLines.ts';
import type { JudgedLanguage } from './modules/modules.ts';
import { type Statement, statementsIn } from './modules/statements.ts';
import { transactStatementsIn } from './modules/transactSql.ts';
import type { Script } from './variables.ts';

/** What command filters say about a command on a machine; `unknown`: more may run than could be judged. */
export type CommandJudgement = {
  outcome: 'pass' | 'warning' | 'refused';
  /** The filter that decided. */
  rule?: CommandFilterRule;
};

type Compiled = CompiledFilters<CommandFilterRule>;
type Verdict = {
  outcome: CommandFilterRule['action'] | 'none';
  filter?: CommandFilterRule;
  isUnknown: boolean;
};

const strictness = { none: 0, accept: 1, warning: 2, review: 3, reject: 4 } as const;

/**
 * What filters say of a statement: the first that matches decides; one that accepts has to match the text itself. Where
 * other statements may follow in it, filters that do not accept go first.
 */
const verdictOf = ({ text, others, isUnknown, mayHoldMore }: Statement, filters: Compiled): Verdict => {
  const counts = (hit: ReturnType<Compiled['hitsOf']>[number], of: string) =>
    hit.filter.action === 'accept' ? of === text && (hit.atStart?.test(of) ?? true) : true;
  const hits = [text, ...others].flatMap((of) => {
    const all = filters.hitsOf(of).filter((hit) => counts(hit, of));
    return mayHoldMore ? all : all.slice(0, 1);
  });
  const accepts = (hit: (typeof hits)[number]) => Number(mayHoldMore && hit.filter.action === 'accept');
  const [first] = hits.toSorted((a, b) => accepts(a) - accepts(b) || a.at - b.at);
  return { outcome: first?.filter.action ?? 'none', ...(first && { filter: first.filter }), isUnknown };
};

const partsIn: Readonly<
  Record<JudgedLanguage, (text: string, filters: readonly CommandFilterRule[]) => Statement[]>
> = { statements: statementsIn, transact: transactStatementsIn, lines: deviceLinesIn };

/** What filters say of statements or lines: the strictest of what they say of each. */
const judgeParts = (parts: readonly Statement[], filters: Compiled): Verdict => {
  const verdicts = parts.map((one) => verdictOf(one, filters));
  const [worst] = verdicts.toSorted((a, b) => strictness[b.outcome] - strictness[a.outcome]);
  return { ...(worst ?? { outcome: 'none' }), isUnknown: verdicts.some(({ isUnknown: is }) => is) };
};

const judgeShell = (command: string, filters: Compiled): Verdict => {
  const { outcome, filter, ...verdict } = decideCommand(command, filters);
  return { outcome, ...(filter && { filter }), isUnknown: isUnknown(verdict) || verdict.isUnfinished };
};

/** What decides a command: the filters in force on a machine, in order, and how unknown commands are treated. */
export const createCommandJudge = (passesUnknown: boolean) => {
  const compiled = new Map<string, CompiledFilters<CommandFilterRule>>();
  const known = new Map<string, CommandJudgement>();
  const compiledOf = (filters: readonly CommandFilterRule[], key: string) => {
    const found = compiled.get(key) ?? compileFilters(filters);
    compiled.set(key, found);
    return found;
  };
  const decide = (
    command: string,
    filters: readonly CommandFilterRule[],
    { key, language }: { key: string; language: 'shell' | JudgedLanguage },
  ): CommandJudgement => {
    const ready = compiledOf(filters, key);
    // With a group that cannot be compiled, nothing is allowed, as in the gateway.
    if (ready.invalid.length > 0) return { outcome: 'refused' };
    const verdict =
      language === 'shell'
        ? judgeShell(command, ready)
        : judgeParts(partsIn[language](command, filters), ready);
    const said = gateOutcome(verdict, passesUnknown);
    const rule = verdict.filter && { rule: verdict.filter };
    if (said === 'reject' || said === 'review' || said === 'unknown') return { outcome: 'refused', ...rule };
    return { outcome: said === 'warning' ? 'warning' : 'pass', ...rule };
  };
  return (
    command: string,
    filters: readonly CommandFilterRule[],
    language: 'shell' | JudgedLanguage = 'shell',
  ): CommandJudgement => {
    if (filters.length === 0) return { outcome: 'pass' };
    const key = filters.map(({ id }) => id).join(' ');
    const whole = `${key}\n${language}\n${command}`;
    const found = known.get(whole) ?? decide(command, filters, { key, language });
    known.set(whole, found);
    return found;
  };
};

/** The words of a text, whatever quotes and signs are between them; of a path, its last part too. */
const wordsIn = (text: string): string[] =>
  text.split(/[\s'"`;&|(){}<>$=\\]+/).flatMap((word) => [word, word.slice(word.lastIndexOf('/') + 1)]);

/** A blocked word anywhere in a program of another language; undefined if there is none. */
export const blockedAnywhere = (program: string, list: readonly string[]): string | undefined => {
  const blocked = new Set(list.map((word) => word.trim()).filter(Boolean));
  return wordsIn(program).find((word) => blocked.has(word));
};

/**
 * A program that a script runs and that the list of the settings blocks; undefined if there is none. The prelude holds
 * the values of the script's variables. Of what cannot be read as shell, each word counts.
 */
export const blockedWord = ({ prelude, command }: Script, list: readonly string[]): string | undefined => {
  const blocked = new Set(list.map((word) => word.trim()).filter(Boolean));
  if (blocked.size === 0) return undefined;
  const text = `${prelude}${command.trim()}`;
  const { commands, isUnparsed } = readLine(text, freshState);
  const names = commands.flatMap(({ forms }) => forms.map((form) => form.split(/\s/, 1)[0] ?? ''));
  const [first = ''] = command.trim().split(/\s+/, 1);
  return [first, ...names, ...(isUnparsed ? wordsIn(text) : [])].find((name) => blocked.has(name));
};
