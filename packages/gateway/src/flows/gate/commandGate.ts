import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import { judgeOf } from '../../engine/gate/filters.ts';
import { createGate, type Gate } from '../../engine/gate/gate.ts';
import { gateTexts } from '../../engine/gate/gateTexts.ts';
import type { Moment } from '../../engine/screen/runningCommand.ts';
import type { GateEnds } from '../../engine/terminal/relay.ts';
import type { CommandSink } from '../commandSink.ts';
import type { SessionDeps } from '../sessionDeps.ts';
import { createCommandReviews } from './commandReviews.ts';

/** The gate of a session whose commands rules decide; undefined without rules: then nothing is held. */
export const commandGateOf = (
  deps: Pick<SessionDeps, 'core' | 'config' | 'log'>,
  start: { id: string; secret: ConnectionSecret; language: string | undefined },
  { sink, moment }: { sink: Pick<CommandSink, 'decided'>; moment: () => Moment },
): ((ends: GateEnds) => Gate) | undefined => {
  const judge = judgeOf(start.secret.command_filter_acls);
  if (!judge) return undefined;
  return (ends) =>
    createGate({
      ...ends,
      judge,
      passesUnknown: () => deps.config().SECURITY_UNKNOWN_COMMAND === 'accept',
      reviews: createCommandReviews({ core: deps.core, session: start.id, log: deps.log }),
      texts: gateTexts(start.language),
      moment,
      decided: sink.decided,
      failed: (err) => deps.log.error({ err, session: start.id }, 'the command gate failed'),
    });
};
