import type { Outcome, Way, WayDeps, Work } from '../../engine/way.ts';
import { runCommand, runPowershell, runRaw } from './command.ts';
import { changeByCommands } from './device/device.ts';
import { runLines } from './device/runLines.ts';
import type { Machine } from './machine.ts';
import { onMachine } from './onMachine.ts';
import * as posix from './posix/posix.ts';
import * as windows from './windows/windows.ts';

const systems = { posix, windows };
const commands = { posix: runCommand, windows: runPowershell, device: runLines, any: runRaw };

/** Changes a secret, pushes or removes an account. */
const changeAccount = async (
  machine: Machine,
  { kind, system, connection, change, isProven = false, params = {} }: Work,
): Promise<void> => {
  if (kind === 'remove_account')
    return systems[system === 'windows' ? system : 'posix'].removeAccount(machine, params, connection);
  if (!change) return;
  const isPush = kind === 'push_account';
  if (system === 'windows') return windows.changeSecret(machine, change, connection, { isPush, params });
  if (isPush) return posix.pushAccount(machine, change, connection, params);
  const home = typeof params.home === 'string' ? params.home : '';
  await posix.changeSecret(machine, change, connection, { home, isProven });
};

const changes: ReadonlySet<string> = new Set(['change_secret', 'push_account', 'remove_account']);

/** Works on a machine over SSH; it needs nothing there but a shell, and for a sign-in not even that. */
export const overSsh: Way = (work: Work, deps: WayDeps): Promise<Outcome> => {
  const { kind, system, connection, switching, change, params = {} } = work;
  if (kind === 'run_command') return commands[system]({ connection, switching }, params, deps);
  return onMachine(connection, switching, deps, async (machine, { client }) => {
    if (kind === 'change_secret' && system === 'any') {
      if (change) await changeByCommands(client, change, connection, { params, signal: deps.signal });
      return {};
    }
    if (changes.has(kind)) {
      await changeAccount(machine, work);
      return {};
    }
    // That the machine accepts the account is all there is to know.
    if (system === 'any' || system === 'device' || kind === 'verify_account') return {};
    const { ping, gatherFacts, gatherAccounts } = systems[system];
    if (kind === 'gather_facts') return { facts: await gatherFacts(machine) };
    if (kind === 'gather_accounts') return { accounts: await gatherAccounts(machine) };
    await ping(machine);
    return {};
  });
};
