import type { ConnectionRenewal } from '@gatehouse/contract/wire/connection.ts';

/** How long the permission behind a session holds, rechecked while the session runs. */
export type PermissionWatch = {
  /** Checks now, after a change. */
  check: () => Promise<void>;
  /** Wall clock milliseconds; null when it has no end. */
  end: () => number | null;
  tick: (now_ms: number) => void;
};

const ASK_EVERY_MS = 300_000;
/** Interval of checks shortly before the end, so that an extension is noticed in time. */
const ASK_OFTEN_MS = 15_000;
const NEAR_MS = 90_000;

const toMs = (seconds: number | null) => (seconds === null ? null : seconds * 1000);

/** Checks periodically; when a check fails, the last answer holds. */
export const createPermissionWatch = (deps: {
  expire_at: number | null;
  now: number;
  renew: () => Promise<ConnectionRenewal>;
  /** The session is no longer permitted, for this reason. */
  onRefused: (reason: 'permission_expired' | 'user_disabled') => void;
  /** The end has moved. */
  onChanged: () => void;
}): PermissionWatch => {
  let end = toMs(deps.expire_at);
  let askedAt = deps.now;
  let asking: Promise<void> | null = null;
  let wasNear = false;

  const renew = async () => {
    try {
      const answer = await deps.renew();
      if (!answer.ok) return deps.onRefused(answer.reason ?? 'permission_expired');
      const next = toMs(answer.expire_at);
      if (next === end) return;
      end = next;
      deps.onChanged();
    } catch {
      // A failed check is not a refusal: a session outlives a server restart.
    }
  };
  const ask = () => {
    asking = renew().finally(() => {
      asking = null;
    });
    return asking;
  };

  return {
    end: () => end,
    check: async () => {
      // The check under way may predate the change.
      await asking;
      await (asking ?? ask());
    },
    tick: (now_ms) => {
      const near = end !== null && end - now_ms < NEAR_MS;
      const pause = near ? ASK_OFTEN_MS : ASK_EVERY_MS;
      const due = near && !wasNear ? 0 : pause;
      wasNear = near;
      if (asking || now_ms - askedAt < due) return;
      askedAt = now_ms;
      void ask();
    },
  };
};
