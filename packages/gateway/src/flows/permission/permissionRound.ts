import type { LiveSession } from '../liveSession.ts';
import { MOST_ASKED } from './renewals.ts';

type Checked = Pick<LiveSession, 'concerns' | 'checkPermission'>;

/** Checks of running sessions after a change of permissions or rules, or of whom rules hit. */
export type PermissionRound = {
  /** Checks the sessions of these users and on these assets, named by their ids; without ids, every session. */
  check: (concerned?: ReadonlySet<string>) => void;
  /** When a change was last announced, in wall clock milliseconds. */
  announced_ms: () => number;
};

/**
 * Checks each session that a change concerns, those of a named user or asset first. One that was checked before another
 * change is checked again.
 */
export const createPermissionRound = (registry: { all: () => readonly Checked[] }): PermissionRound => {
  const due = { named: new Set<Checked>(), others: new Set<Checked>() };
  let working = 0;
  let announced_ms = 0;

  const next = (): Checked | undefined => {
    const [session] = due.named.size > 0 ? due.named : due.others;
    if (session) {
      due.named.delete(session);
      due.others.delete(session);
    }
    return session;
  };
  const work = async () => {
    working += 1;
    for (let session = next(); session; session = next()) await session.checkPermission();
    working -= 1;
  };

  return {
    check: (concerned) => {
      announced_ms = Date.now();
      for (const session of registry.all()) {
        if (!concerned) due.others.add(session);
        else if (session.concerns(concerned)) due.named.add(session);
      }
      for (let worker = working; worker < MOST_ASKED; worker += 1) void work();
    },
    announced_ms: () => announced_ms,
  };
};
