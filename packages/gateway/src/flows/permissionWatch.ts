import type { ConnectionRenewal } from '@gatehouse/contract/wire/connection.ts';

/** Until when the permission behind a session holds, asked again while the session runs. */
export type PermissionWatch = {
  /** Asks now: something has changed. */
  check: () => Promise<void>;
  /** Wall clock milliseconds; null when it has no end. */
  end: () => number | null;
  tick: (now_ms: number) => void;
};

const ASK_EVERY_MS = 300_000;
/** Shortly before the end an extension must be noticed in time. */
const ASK_OFTEN_MS = 15_000;
const NEAR_MS = 90_000;

const toMs = (seconds: number | null) => (seconds === null ? null : seconds * 1000);

/** Asks from time to time; when the control plane does not answer, what was known last holds. */
export const createPermissionWatch = (deps: {
  expire_at: number | null;
  now: number;
  renew: () => Promise<ConnectionRenewal>;
  /** The permission is gone, and why. */
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
      // Unknown is not refused: a session outlives a restart of the control plane.
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
      // The question on its way may have been answered before the change.
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
