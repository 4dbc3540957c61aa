import { Refused } from '@gatehouse/component/platform/http.ts';
import { type ConnectionRenewal, MOST_RENEWALS } from '@gatehouse/contract/wire/connection.ts';
import type { CoreApi } from '../../engine/core/coreApi.ts';

/** Asks whether sessions are still permitted and under which rules; questions at the same time share a call. */
export type Renewals = {
  /** With the mark of a window that resumes the session from another address, it is asked about alone. */
  renew: (token: string, session: string, visitor?: string) => Promise<ConnectionRenewal>;
};

type Question = {
  id: string;
  session: string;
  answer: (renewal: ConnectionRenewal) => void;
  fail: (error: unknown) => void;
};

/** How many calls run at a time: few compared with what a server handles. */
const CALLS = 4;
/** How many sessions of one call are asked about alone at a time, if that is necessary. */
const ALONE = 4;
/** How many sessions may wait for an answer at a time. */
export const MOST_ASKED = CALLS * MOST_RENEWALS;
/** How long each session is asked about alone at a server that does not know the call for many. */
const OLD_SERVER_MS = 60_000;

const isUnknownCall = (error: Refused): boolean => error.status === 404 || error.status === 405;

/** Starts without pending questions. */
export const createRenewals = ({ core }: { core: Pick<CoreApi, 'renew' | 'renewMany'> }): Renewals => {
  let waiting: Question[] = [];
  let calls = 0;
  let isDue = false;
  let aloneUntil_ms = 0;

  const askAlone = async (questions: readonly Question[]) => {
    const left = [...questions];
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift())
        await core.renew(next.id, next.session).then(next.answer, next.fail);
    };
    await Promise.all(Array.from({ length: ALONE }, work));
  };
  /** Answers what it can; returns the questions to ask alone. */
  const askTogether = async (questions: readonly Question[]): Promise<readonly Question[]> => {
    try {
      const found = await core.renewMany(questions.map(({ id, session }) => ({ id, session })));
      return questions.filter(({ session, answer }) => {
        const renewal = found.get(session);
        if (renewal) answer(renewal);
        return renewal === undefined;
      });
    } catch (error) {
      // A refusal for one session must not hold up the others.
      if (!(error instanceof Refused)) {
        for (const { fail } of questions) fail(error);
        return [];
      }
      if (isUnknownCall(error)) aloneUntil_ms = Date.now() + OLD_SERVER_MS;
      return questions;
    }
  };
  const ask = async (questions: readonly Question[]) => {
    const isAlone = questions.length === 1 || Date.now() < aloneUntil_ms;
    await askAlone(isAlone ? questions : await askTogether(questions));
  };
  const flush = () => {
    isDue = false;
    while (waiting.length > 0 && calls < CALLS) {
      const questions = waiting.slice(0, MOST_RENEWALS);
      waiting = waiting.slice(MOST_RENEWALS);
      calls += 1;
      void ask(questions).finally(() => {
        calls -= 1;
        flush();
      });
    }
  };

  return {
    renew: (id, session, visitor) => {
      if (visitor !== undefined) return core.renew(id, session, visitor);
      return new Promise((answer, fail) => {
        waiting.push({ id, session, answer, fail });
        if (isDue) return;
        isDue = true;
        // Other questions of this turn go into the same call.
        setImmediate(flush);
      });
    },
  };
};
