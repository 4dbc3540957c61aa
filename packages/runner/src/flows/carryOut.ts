import type { Target } from '@gatehouse/contract/wire/machineWork.ts';
import { TargetFailure } from '../engine/targetFailure.ts';
import type { Outcome, Way, WayDeps } from '../engine/way.ts';
import type { Drivers } from './drivers/drivers.ts';
import { methodOf } from './methods.ts';

// Loaded by the first target: an idle runner needs neither of them.
const ways = {
  ssh: async (): Promise<Way> => (await import('../ways/ssh/overSsh.ts')).overSsh,
  telnet: async (): Promise<Way> => (await import('../ways/telnet/overTelnet.ts')).overTelnet,
};

/** Carries out the operation of a target by the way that its method names. */
export const carryOutTarget = async (
  { operation, connection }: Target,
  deps: WayDeps,
  drivers: Drivers,
): Promise<Outcome> => {
  const method = methodOf(operation);
  if (!method)
    throw new TargetFailure('unsupported', 'machine_method_unsupported', { method: operation.method });
  const work = { kind: operation.kind, system: method.system, connection };
  if (method.way === 'ssh' || method.way === 'telnet') return (await ways[method.way]())(work, deps);
  return drivers.carryOut(method.way, work, deps);
};
