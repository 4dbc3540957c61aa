import { randomBytes } from 'node:crypto';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import {
  type Operation,
  removalParamsSchema,
  type SecretChange,
} from '@gatehouse/contract/wire/machineWork.ts';
import {
  accountUnmade,
  accountUnremoved,
  secretUnchanged,
  secretUnfit,
  secretUntouched,
} from '../../../engine/secretFailure.ts';
import { placeOf, TargetFailure } from '../../../engine/targetFailure.ts';
import type { Facts, FoundAccount } from '../../../engine/way.ts';
import type { Machine } from '../machine.ts';
import { accountScript, accountsIn } from './accounts.ts';
import { factScript, factsIn } from './facts.ts';
import {
  changeScript,
  type Ended,
  endIn,
  fitsUser,
  groupsIn,
  inputOf,
  isUserName,
  pushScript,
  removalScript,
} from './localUser.ts';
import { answerOf, commandOf } from './powershell.ts';

const newMark = () => `gathered-${randomBytes(12).toString('hex')}`;

/** Runs a script in Windows PowerShell, whatever the shell of the account; returns what its result says. */
const runScript = async <T>(
  machine: Machine,
  script: string,
  read: (answer: unknown) => T | null,
  words: readonly string[] = [],
): Promise<T> => {
  const mark = newMark();
  const output = await machine.run(commandOf(mark, script), inputOf(words));
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

/** Why nothing was done about a user, in words. */
const reasons: Partial<Record<Ended['end'], string>> = {
  missing: 'no such user',
  disabled: 'the user is disabled',
  ruler: 'the user is an administrator of the machine',
  own: 'the user is the one that signed in',
};

/** Sets the password of a local user; a push creates the user if it is missing, and adds groups. */
export const changeSecret = async (
  machine: Machine,
  change: SecretChange,
  connection: ConnectionSecret,
  { isPush, params }: { isPush: boolean; params: Operation['params'] },
): Promise<void> => {
  const { username, secret } = change;
  const groups = groupsIn(params.groups);
  if (change.secret_type !== 'password' || !fitsUser(change) || !groups) throw secretUnfit(username);
  const about = { ...placeOf(connection), username };
  const { end, told } = isPush
    ? await runScript(machine, pushScript, endIn, [username, secret, groups.join('\n')])
    : await runScript(machine, changeScript, endIn, [username, secret]);
  if (end === 'changed') return;
  if (end === 'unset') throw new TargetFailure('failed', 'machine_user_unset', about, { output: told });
  const reason = reasons[end];
  if (reason) throw isPush ? accountUnmade(about, reason) : secretUntouched(about, reason);
  throw secretUnchanged(about, told);
};

/** Removes a local user whose profile stays; one who is not there is removed already. */
export const removeAccount = async (
  machine: Machine,
  params: Operation['params'],
  connection: ConnectionSecret,
): Promise<void> => {
  const { username } = removalParamsSchema.parse(params);
  const isOwn = username.toLowerCase() === connection.account.username.toLowerCase();
  if (!isUserName(username) || isOwn) throw new TargetFailure('failed', 'machine_user_kept', { username });
  const { end, told } = await runScript(machine, removalScript, endIn, [username]);
  if (end === 'removed') return;
  throw accountUnremoved({ ...placeOf(connection), username }, reasons[end] ?? told);
};
