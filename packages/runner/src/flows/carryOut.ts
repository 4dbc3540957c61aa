import { rowOfOwnMethod } from '@gatehouse/contract/assets/ownMethods.ts';
import { PLAYBOOK_METHOD, type Target, UPLOAD_METHOD } from '@gatehouse/contract/wire/machineWork.ts';
import { TargetFailure } from '../engine/targetFailure.ts';
import type { Outcome, Way, WayDeps, Work } from '../engine/way.ts';
import { changeSecret, findSecret } from './changeSecret.ts';
import type { Drivers } from './drivers/drivers.ts';
import { methodOf, ownMethodOf } from './methods.ts';
import type { Playbooks } from './playbooks/playbooks.ts';
import type { Transfers } from './transfers/transfers.ts';
import { secretsOf, withoutSecrets } from './withoutSecrets.ts';

// Loaded by the first target: an idle runner needs neither of them.
const ways = {
  ssh: async (): Promise<Way> => (await import('../ways/ssh/overSsh.ts')).overSsh,
  telnet: async (): Promise<Way> => (await import('../ways/telnet/overTelnet.ts')).overTelnet,
};

/** Carries out the operation of a target by the way that its method names. */
export const carryOutTarget = async (
  target: Target,
  deps: WayDeps,
  drivers: Drivers,
  { playbooks, transfers }: { playbooks?: Playbooks; transfers?: Transfers } = {},
): Promise<Outcome> => {
  const { operation, connection, change, switching } = target;
  if (playbooks && operation.method === PLAYBOOK_METHOD) return playbooks.carryOut(target, deps);
  if (transfers && operation.method === UPLOAD_METHOD) return transfers.carryOut(target, deps);
  const isOwn = rowOfOwnMethod(operation.method) !== undefined;
  const method = isOwn && playbooks ? ownMethodOf(operation) : methodOf(operation);
  if (!method)
    throw new TargetFailure(
      'unsupported',
      'machine_method_unsupported',
      { method: operation.method },
      { holds: 'untouched' },
    );
  const { way, system, kind } = method;
  const { params } = operation;
  const carry = async (work: Work): Promise<Outcome> => {
    // A new secret is proven by signing in, whatever the playbook says.
    if (isOwn && playbooks && work.kind === kind && operation.kind !== 'find_secret')
      return playbooks.carryOutMethod(target, deps);
    return way === 'ssh' || way === 'telnet'
      ? (await ways[way]())(work, deps)
      : drivers.carryOut(way, work, deps);
  };
  if (!change) {
    const done = carry({ kind, system, connection, switching, params });
    if (kind !== 'remove_account' && !switching) return done;
    return done.catch((error: unknown) => {
      throw withoutSecrets(error, connection, { secrets: secretsOf(switching) });
    });
  }
  const changing = { connection, switching, change, system, params };
  return kind === 'change_secret' || kind === 'push_account'
    ? changeSecret(kind, changing, carry)
    : findSecret(changing, carry);
};
