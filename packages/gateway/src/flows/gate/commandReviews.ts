import { Refused, Unreachable } from '@gatehouse/component/platform/http.ts';
import type { Log } from '@gatehouse/component/platform/log.ts';
import type { CoreApi } from '../../engine/core/coreApi.ts';
import type { ReviewEnd, Reviews } from '../../engine/gate/reviews.ts';
import type { TicketEnds } from './ticketEnds.ts';

/** How often the server is asked without having told that the ticket ended. */
const POLL_MS = 2_000;
/** How long a command waits for a reviewer. */
const LONGEST_MS = 15 * 60_000;

type Deps = {
  core: Pick<CoreApi, 'openCommandReview' | 'reviewState' | 'closeReview'>;
  tickets: Pick<TicketEnds, 'watch'>;
  session: string;
  /** Of the window, in which refusals are worded. */
  language: string | undefined;
  log: Log;
  /** Fetches the rules in force; a review that they do not ask for is withdrawn. */
  recheck: () => Promise<void>;
  longest_ms?: number;
};

/** Why the server asks no reviewer, in its words; undefined where it does not say. */
const reasonOf = (error: unknown): string | undefined => {
  const { code, detail } = (error instanceof Refused ? (error.body ?? {}) : {}) as Record<string, unknown>;
  return code === 'acl_reject' && typeof detail === 'string' ? detail : undefined;
};

/** Asks the server until the review is decided; an unreachable server is asked again. */
const untilDecided = async (
  { core, tickets, longest_ms = LONGEST_MS }: Deps,
  path: string,
  signal: AbortSignal,
): Promise<ReviewEnd> => {
  const ticket = tickets.watch(path);
  try {
    for (const began = Date.now(); Date.now() - began < longest_ms && !signal.aborted; ) {
      const state = await core.reviewState(path).catch((error) => {
        if (error instanceof Unreachable) return null;
        throw error;
      });
      if (state && state.state !== 'pending') return { outcome: state.state, by: state.by };
      await ticket.next(POLL_MS, signal);
    }
  } finally {
    ticket.stop();
  }
  return { outcome: signal.aborted ? 'closed' : 'timeout', by: '' };
};

/** Reviews of one session's commands as tickets of the server (reference 06 §C.4.1). */
export const createCommandReviews = (deps: Deps): Reviews => ({
  ask: async ({ rule, command, doubt }, signal) => {
    const question = { session_id: deps.session, cmd_filter_acl_id: rule.filter.id, run_command: command };
    const asked = { ...question, ...(doubt && { doubt }) };
    const opened = await deps.core.openCommandReview(asked, deps.language).catch(async (error) => {
      // The filter may have gone between the line and the question.
      if (error instanceof Refused) await deps.recheck();
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      return { reason };
    });
    if ('reason' in opened) return { outcome: 'unasked', ...opened };
    const { check, close } = opened;
    const end = await untilDecided(deps, check, signal).catch(async (error) => {
      await deps.core.closeReview(close).catch(() => undefined);
      throw error;
    });
    if (end.outcome === 'closed' || end.outcome === 'timeout') {
      await deps.core
        .closeReview(close)
        .catch((err) => deps.log.warn({ err, session: deps.session }, 'a review could not be closed'));
    }
    return end;
  },
});
