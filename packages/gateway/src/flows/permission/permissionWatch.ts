import type { CommandFilter, ConnectionRenewal } from '@gatehouse/contract/wire/connection.ts';

/** How long the permission behind a session holds and which rules decide its commands, asked while it runs. */
export type PermissionWatch = {
  /** Checks now, after a change. */
  check: () => Promise<void>;
  /** Whether the session is permitted to a window that resumes it from elsewhere; not if that cannot be found out. */
  admits: (visitor: string) => Promise<boolean>;
  /** Wall clock milliseconds; null when it has no end. */
  end: () => number | null;
  tick: (now_ms: number) => void;
};

const ASK_EVERY_MS = 300_000;
/** Interval of checks shortly before the end, so that an extension is noticed in time, and after one that failed. */
const ASK_OFTEN_MS = 15_000;
const NEAR_MS = 90_000;

const toMs = (seconds: number | null) => (seconds === null ? null : seconds * 1000);

/** Checks periodically; when a check fails, the last answer holds and the next check comes soon. */
export const createPermissionWatch = (deps: {
  expire_at: number | null;
  now: number;
  /** Asks the server; about the place in a window's mark, if there is one. */
  renew: (visitor?: string) => Promise<ConnectionRenewal>;
  /** The session is no longer permitted, for this reason. */
  onRefused: (reason: NonNullable<ConnectionRenewal['reason']>) => void;
  /** The end has moved. */
  onChanged: () => void;
  /** The rules that decide commands from now on. */
  onRules: (filters: readonly CommandFilter[]) => void;
}): PermissionWatch => {
  let end = toMs(deps.expire_at);
  let askedAt = deps.now;
  let asking: Promise<void> | null = null;
  let wasNear = false;
  let hasFailed = false;

  const take = (answer: ConnectionRenewal) => {
    if (!answer.ok) return deps.onRefused(answer.reason ?? 'permission_expired');
    if (answer.command_filter_acls) deps.onRules(answer.command_filter_acls);
    const next = toMs(answer.expire_at);
    if (next === end) return;
    end = next;
    deps.onChanged();
  };
  const renew = async () => {
    try {
      const answer = await deps.renew();
      hasFailed = false;
      take(answer);
    } catch {
      hasFailed = true;
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
    admits: async (visitor) => {
      const answer = await deps.renew(visitor).catch(() => undefined);
      if (answer) take(answer);
      return answer?.ok ?? false;
    },
    check: async () => {
      // The check under way may predate the change.
      await asking;
      await (asking ?? ask());
    },
    tick: (now_ms) => {
      const near = end !== null && end - now_ms < NEAR_MS;
      const pause = near || hasFailed ? ASK_OFTEN_MS : ASK_EVERY_MS;
      const due = near && !wasNear ? 0 : pause;
      wasNear = near;
      if (asking || now_ms - askedAt < due) return;
      askedAt = now_ms;
      void ask();
    },
  };
};
