import type { Way } from '../../engine/way.ts';
import { runCommand, runRaw } from './command.ts';
import { onMachine } from './onMachine.ts';
import * as posix from './posix/posix.ts';
import * as windows from './windows/windows.ts';

const systems = { posix, windows };

/** Works on a machine over SSH; it needs nothing there but a shell, and for a sign-in not even that. */
export const overSsh: Way = (
  { kind, system, connection, switching, change, isProven = false, params },
  deps,
) => {
  if (kind === 'run_command')
    return (system === 'any' ? runRaw : runCommand)({ connection, switching }, params ?? {}, deps);
  return onMachine(connection, switching, deps, async (machine) => {
    if (kind === 'change_secret') {
      // No platform method names another system for this.
      const home = typeof params?.home === 'string' ? params.home : '';
      if (change) await posix.changeSecret(machine, change, connection, { home, isProven });
      return {};
    }
    if (kind === 'push_account') {
      if (change) await posix.pushAccount(machine, change, connection, params ?? {});
      return {};
    }
    if (kind === 'remove_account') {
      await posix.removeAccount(machine, params ?? {}, connection);
      return {};
    }
    // That the machine accepts the account is all there is to know.
    if (system === 'any' || kind === 'verify_account') return {};
    const { ping, gatherFacts, gatherAccounts } = systems[system];
    if (kind === 'gather_facts') return { facts: await gatherFacts(machine) };
    if (kind === 'gather_accounts') return { accounts: await gatherAccounts(machine) };
    await ping(machine);
    return {};
  });
};
