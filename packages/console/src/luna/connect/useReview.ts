import { useEffect, useRef, useState } from 'react';
import { HttpError } from '../../platform/http/HttpError.ts';
import { useHttp } from '../../platform/Platform.tsx';
import type { ConnectionToken } from './permedAsset.ts';

/** How often the ticket is looked at, in milliseconds. */
const PACE_MS = 2_000;

/** A connection that waits for a reviewer. */
export type Review = {
  token: string;
  ticket: string;
  /** Who may decide. */
  reviewers: readonly string[];
  /** Since when it waits, in milliseconds since 1970. */
  since: number;
};

/** Whether the server wants a reviewer to confirm the connection first. */
export const wantsReview = (error: unknown): boolean =>
  error instanceof HttpError && (error.body as { code?: unknown } | null)?.code === 'acl_review';

/** The review that a new token waits for; undefined if it can be used at once. */
export const reviewOf = (token: ConnectionToken): Review | undefined => {
  const { id, from_ticket, from_ticket_info } = token;
  if (!from_ticket || token.is_active !== false) return undefined;
  const { assignees = [] } = (from_ticket_info ?? {}) as { assignees?: string[] };
  return { token: id, ticket: from_ticket, reviewers: assignees, since: Date.now() };
};

type Ends = { onApproved: (token: string) => void; onRefused: () => void; onEnd: () => void };

/**
 * A connection that waits for a reviewer: followed until it is decided, and given up with its dialog. `before` is one that
 * waited before a reload.
 */
export const useReview = (ends: Ends, before?: Review) => {
  const http = useHttp();
  const [review, setReview] = useState(before);
  const latest = useRef(ends);
  latest.current = ends;
  useEffect(() => {
    if (!review) return;
    const { ticket, token } = review;
    const gone = new AbortController();
    let isOver = false;
    const look = async () => {
      // The server closes what is asked about no longer.
      const { state } = await http.call('PUT /api/v1/tickets/tickets/:id/await/', {
        params: { id: ticket },
        signal: gone.signal,
        disableFlashErrorMsg: true,
      });
      if (state === 'pending' || isOver) return;
      isOver = true;
      setReview(undefined);
      latest.current.onEnd();
      if (state === 'approved') latest.current.onApproved(token);
      else latest.current.onRefused();
    };
    // A question that fails is asked again: a reviewer may decide while the connection is broken.
    const timer = setInterval(() => look().catch(() => undefined), PACE_MS);
    return () => {
      clearInterval(timer);
      gone.abort();
      if (isOver) return;
      isOver = true;
      latest.current.onEnd();
      http
        .call('PUT /api/v1/tickets/tickets/:id/close/', {
          params: { id: ticket },
          body: {},
          disableFlashErrorMsg: true,
        })
        .catch(() => undefined);
    };
  }, [review, http]);
  return { review, wait: setReview, giveUp: () => setReview(undefined) };
};
