import type { ReasonParams } from '@gatehouse/component/engine/sessionFailure.ts';
import type { NoticeCode } from '@gatehouse/contract/wire/gateway.ts';
import type { EndReason } from '@gatehouse/contract/wire/sessionEnd.ts';

/** How long a session is kept for a lost window. */
export const RESUME_WINDOW_MS = 90_000;

/** The current limits of a session. */
export type Limits = { idle_minutes: number; max_hours: number };

/** Times of a session in wall clock milliseconds. */
export type SessionTimes = {
  started: number;
  activity: number;
  detached: number | null;
  permission_end: number | null;
};

type Ending = { reason: EndReason; params: ReasonParams };
type Warning = { code: NoticeCode; params: ReasonParams };

/** What is due: an end, or warnings not given yet. */
export type Verdict = { end: Ending | null; warnings: Warning[] };

const WARN_MS = 60_000;
/** For limits below two minutes the warning comes halfway. */
const leadOf = (limit_ms: number) => Math.min(WARN_MS, limit_ms / 2);

/** Remembers the warnings given: one is repeated only if the end it announced has moved away in between. */
export const createLimitCheck = (): ((now: number, times: SessionTimes, limits: Limits) => Verdict) => {
  const standing = new Set<NoticeCode>();

  return (now, times, limits) => {
    const idle_ms = limits.idle_minutes * 60_000;
    const max_ms = limits.max_hours * 3_600_000;
    const ends: { at: number | null; lead: number; ending: Ending; warning: NoticeCode | null }[] = [
      {
        at: times.detached === null ? null : times.detached + RESUME_WINDOW_MS,
        lead: 0,
        ending: { reason: 'client_gone', params: {} },
        warning: null,
      },
      {
        at: times.permission_end,
        lead: WARN_MS,
        ending: { reason: 'permission_expired', params: {} },
        warning: 'permission_warning',
      },
      {
        at: times.started + max_ms,
        lead: leadOf(max_ms),
        ending: { reason: 'max_session_timeout', params: { hours: limits.max_hours } },
        warning: 'max_session_warning',
      },
      {
        at: times.activity + idle_ms,
        lead: leadOf(idle_ms),
        ending: { reason: 'idle_disconnect', params: { minutes: limits.idle_minutes } },
        warning: 'idle_warning',
      },
    ];
    const over = ends.find((end) => end.at !== null && now >= end.at);
    if (over) return { end: over.ending, warnings: [] };
    const warnings: Warning[] = [];
    for (const { at, lead, warning } of ends) {
      if (warning === null) continue;
      if (at === null || now < at - lead) standing.delete(warning);
      else if (!standing.has(warning)) {
        standing.add(warning);
        warnings.push({ code: warning, params: { seconds: Math.ceil((at - now) / 1000) } });
      }
    }
    return { end: null, warnings };
  };
};
