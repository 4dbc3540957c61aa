import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import {
  type CompiledFilters,
  compileFilters,
  decideCommand,
} from '@gatehouse/policy/commands/decideCommand.ts';
import { gateOutcome, isUnknown } from '@gatehouse/policy/commands/gateOutcome.ts';
import { freshState } from '@gatehouse/policy/commands/shell/session.ts';
import { readLine } from '@gatehouse/policy/commands/shell/simpleCommands.ts';
import type { Script } from './variables.ts';

/** What command filters say about a command on a machine; `unknown`: more may run than could be judged. */
export type CommandJudgement = {
  outcome: 'pass' | 'warning' | 'refused';
  /** The filter that decided. */
  rule?: CommandFilterRule;
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
  const decide = (command: string, filters: readonly CommandFilterRule[], key: string): CommandJudgement => {
    const ready = compiledOf(filters, key);
    // With a group that cannot be compiled, nothing is allowed, as in the gateway.
    if (ready.invalid.length > 0) return { outcome: 'refused' };
    const verdict = decideCommand(command, ready);
    const said = gateOutcome(
      { outcome: verdict.outcome, isUnknown: isUnknown(verdict) || verdict.isUnfinished },
      passesUnknown,
    );
    const rule = verdict.filter && { rule: verdict.filter };
    if (said === 'reject' || said === 'review' || said === 'unknown') return { outcome: 'refused', ...rule };
    return { outcome: said === 'warning' ? 'warning' : 'pass', ...rule };
  };
  return (command: string, filters: readonly CommandFilterRule[]): CommandJudgement => {
    if (filters.length === 0) return { outcome: 'pass' };
    const key = filters.map(({ id }) => id).join(' ');
    const whole = `${key}\n${command}`;
    const found = known.get(whole) ?? decide(command, filters, key);
    known.set(whole, found);
    return found;
  };
};

/** The words of a text, whatever quotes and signs are between them; of a path, its last part too. */
const wordsIn = (text: string): string[] =>
  text.split(/[\s'"`;&|(){}<>$=\\]+/).flatMap((word) => [word, word.slice(word.lastIndexOf('/') + 1)]);

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
