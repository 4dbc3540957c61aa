import { test } from 'vitest';
import { proofSize, tellFigure } from '../../../../scripts/proofSize.ts';
import { createApprovals } from './killedWork/approvals.ts';
import { createCheckouts } from './killedWork/checkouts.ts';
import { createRemovals } from './killedWork/removals.ts';
import { startScene } from './killedWork/scene.ts';
import { createTransfers } from './killedWork/transfers.ts';

const rounds = proofSize({ small: 1, whole: 10 });
/** Of each part of the product, one moment, or all. */
const moments = proofSize({ small: 1, whole: Number.POSITIVE_INFINITY });

type Part = {
  /** In each, a program is killed at one moment. */
  cases: (() => Promise<void>)[];
  begin?: () => Promise<void>;
  end?: () => Promise<void>;
};

test(
  'W4: a job runs once, a file is whole, a user is removed and a secret is known, whichever program is killed meanwhile',
  async () => {
    const scene = await startScene();
    // The host key of the machine that is played is known once a user who may read secrets has asked for a removal there.
    const parts: Part[] = [
      createApprovals(scene),
      createTransfers(scene),
      createRemovals(scene),
      createCheckouts(scene),
    ];
    let kills = 0;
    for (let round = 0; round < rounds; round += 1)
      for (const { cases, begin, end } of parts) {
        await begin?.();
        for (const one of cases.slice(0, moments)) {
          await one();
          kills += 1;
        }
        await end?.();
      }
    tellFigure(`${kills} kills in the midst of jobs, transfers, removals and changes after check-outs`);
  },
  proofSize({ small: 600_000, whole: 3_600_000 }),
);
