import { randomBytes } from 'node:crypto';
import type { Facts, FoundAccount } from '../../../engine/way.ts';
import type { Machine } from '../machine.ts';
import { accountScript, accountsIn } from './accounts.ts';
import { factScript, factsIn } from './facts.ts';
import { answerOf, commandOf } from './powershell.ts';

const newMark = () => `gathered-${randomBytes(12).toString('hex')}`;

/** Runs a script in Windows PowerShell, whatever the shell of the account; returns what its result says. */
const runScript = async <T>(
  machine: Machine,
  script: string,
  read: (answer: unknown) => T | null,
): Promise<T> => {
  const mark = newMark();
  const output = await machine.run(commandOf(mark, script));
  const found = read(answerOf(output, mark));
  if (found === null) throw machine.unreadable(output);
  return found;
};

/** Whether a shell answers: `echo` is a command of all of them. */
export const ping = async (machine: Machine): Promise<void> => {
  const mark = newMark();
  const output = await machine.run(`echo ${mark}`);
  if (!output.includes(mark)) throw machine.unreadable(output);
};

/** Hardware and system. */
export const gatherFacts = (machine: Machine): Promise<Facts> => runScript(machine, factScript, factsIn);

/** Local users who are not disabled. */
export const gatherAccounts = (machine: Machine): Promise<FoundAccount[]> =>
  runScript(machine, accountScript, accountsIn);
