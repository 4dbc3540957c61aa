import type { CommandVerdict } from '@gatehouse/contract/policy/command.ts';
import type { CommandFilterRule, LimitReason } from '@gatehouse/contract/policy/rules.ts';
import type { PassedOver } from '@gatehouse/contract/policy/verdict.ts';
import { compileFilters, decideCommand } from './decideCommand.ts';

type DecidingFilter = Pick<CommandFilterRule, 'id' | 'action' | 'command_groups'>;

/**
 * The decision of the filters in force on a line; the others in order, with the reason why they did not make it.
 * `isInvalid`: a group cannot be compiled, so that no decision counts.
 */
export const explainCommand = <F extends DecidingFilter>(
  line: string,
  filters: readonly F[],
): { verdict: CommandVerdict<F>; passedOver: PassedOver<LimitReason>[]; isInvalid: boolean } => {
  const compiled = compileFilters(filters);
  const verdict = decideCommand(line, compiled);
  const reasonOf = (filter: F): LimitReason =>
    decideCommand(line, compileFilters([filter])).outcome === 'none' ? 'command' : 'decided_before';
  const others = filters.filter((filter) => filter !== verdict.filter);
  const passedOver = others.map((filter) => ({ rule: filter.id, reason: reasonOf(filter) }));
  return { verdict, passedOver, isInvalid: compiled.invalid.length > 0 };
};
