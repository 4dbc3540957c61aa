import type { Target } from '@gatehouse/contract/wire/machineWork.ts';
import { type TargetFailure, targetFailure } from '../src/engine/targetFailure.ts';
import type { Outcome, WayDeps } from '../src/engine/way.ts';
import { carryOutTarget } from '../src/flows/carryOut.ts';
import type { Drivers } from '../src/flows/drivers/drivers.ts';

/** A target as a server offers it, for an operation over a connection. */
export const targetOf = (given: Pick<Target, 'connection' | 'operation'> & Partial<Target>): Target => ({
  ...{ id: crypto.randomUUID(), work: crypto.randomUUID(), timeout: 60, change: null },
  ...given,
});

/** What a runner lends to the work on a machine: every host key is trusted, and nothing is stopped or said. */
export const wayDeps = (more: Partial<WayDeps> = {}): WayDeps => ({
  reportHostKey: async () => ({ id: 'key', status: 'trusted' }),
  signal: new AbortController().signal,
  warn: () => undefined,
  ...more,
});

type Failed = Pick<TargetFailure, 'status' | 'key' | 'params' | 'holds' | 'output'>;

/** What came of the work on a target, or how it failed. */
export const outcomeOf = (
  target: Target,
  drivers: Drivers,
  more?: Partial<WayDeps>,
): Promise<Outcome | Failed> =>
  carryOutTarget(target, wayDeps(more), drivers).catch((error: unknown) => {
    const { status, key, params, holds, output } = targetFailure(error, target.connection);
    return { status, key, params, holds, output };
  });
