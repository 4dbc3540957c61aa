import type { Facts, FoundAccount } from '../../../engine/way.ts';
import type { Machine } from '../machine.ts';
import { accountCommands, accountsIn } from './accounts.ts';
import { factCommands, factsIn } from './facts.ts';
import { runScript } from './script.ts';

/** Whether a shell answers. */
export const ping = async (machine: Machine): Promise<void> => {
  await runScript(machine, {});
};

/** Hardware and system. */
export const gatherFacts = async (machine: Machine): Promise<Facts> =>
  factsIn(await runScript(machine, factCommands));

/** Users who can sign in. */
export const gatherAccounts = async (machine: Machine): Promise<FoundAccount[]> =>
  accountsIn(await runScript(machine, accountCommands));
