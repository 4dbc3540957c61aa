import { isDeepStrictEqual } from 'node:util';
import type { CommandFilter, ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import { createSessionFilters } from '../../engine/gate/filters.ts';
import { createGate, type Gate } from '../../engine/gate/gate.ts';
import { gateTexts } from '../../engine/gate/gateTexts.ts';
import type { Moment } from '../../engine/screen/runningCommand.ts';
import type { GateEnds } from '../../engine/terminal/relay.ts';
import type { CommandSink } from '../commandSink.ts';
import type { SessionDeps } from '../sessionDeps.ts';
import { createCommandReviews } from './commandReviews.ts';

/** The rules for the commands of one session. */
export type CommandRules = {
  /** The gate by which they are enforced; undefined without rules: then nothing is held. */
  gate: (ends: GateEnds) => Gate | undefined;
  /** From now on these are in force; false when they were before. */
  replace: (filters: readonly CommandFilter[]) => boolean;
};

/** Starts with the rules that came with the connection. */
export const createCommandRules = (
  deps: Pick<SessionDeps, 'core' | 'tickets' | 'config' | 'log'>,
  start: { id: string; secret: ConnectionSecret; language: string | undefined },
  session: { sink: Pick<CommandSink, 'decided'>; moment: () => Moment; recheck: () => Promise<void> },
): CommandRules => {
  let current: readonly CommandFilter[] = start.secret.command_filter_acls;
  const filters = createSessionFilters(current);
  let hasBegun = false;
  const open = (ends: GateEnds, isLate: boolean): Gate =>
    createGate({
      ...ends,
      judge: filters.judge,
      isLate,
      passesUnknown: () => deps.config().SECURITY_UNKNOWN_COMMAND === 'accept',
      reviews: createCommandReviews({
        core: deps.core,
        tickets: deps.tickets,
        session: start.id,
        language: start.language,
        log: deps.log,
        recheck: session.recheck,
      }),
      texts: gateTexts(start.language),
      moment: session.moment,
      decided: session.sink.decided,
      failed: (err) => deps.log.error({ err, session: start.id }, 'the command gate failed'),
    });
  return {
    gate: (ends) => {
      const isLate = hasBegun;
      hasBegun = true;
      return filters.judge.isIdle() ? undefined : open(ends, isLate);
    },
    replace: (next) => {
      if (isDeepStrictEqual(next, current)) return false;
      filters.replace(next);
      current = next;
      return true;
    },
  };
};
