import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import {
  type Operation,
  removalParamsSchema,
  type SecretChange,
} from '@gatehouse/contract/wire/machineWork.ts';
import ssh2 from 'ssh2';
import { placeOf, TargetFailure } from '../../../engine/targetFailure.ts';
import type { Facts, FoundAccount } from '../../../engine/way.ts';
import type { Machine } from '../machine.ts';
import { accountCommands, accountsIn } from './accounts.ts';
import { fitsHome, keyCommand } from './authorizedKeys.ts';
import { factCommands, factsIn } from './facts.ts';
import { fitsLine, passwordCommand } from './password.ts';
import { isUserName, removalCommand } from './removal.ts';
import { runScript } from './script.ts';
import { userCommand, userFacts } from './user.ts';

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

/** Public part of the key that signs in, unless it is the one that is replaced; empty if there is none. */
const signerOf = ({ account }: ConnectionSecret, { username, key }: SecretChange): string => {
  if (account.secret_type.value !== 'ssh_key') return '';
  const parsed = ssh2.utils.parseKey(account.secret, account.passphrase ?? undefined);
  const [first] = Array.isArray(parsed) ? parsed : [parsed];
  if (!first || first instanceof Error) return '';
  const blob = first.getPublicSSH().toString('base64');
  return account.username === username && blob === key?.old_blob ? '' : blob;
};

/** The password with which the connection signed in, as far as `sudo` can be given it; empty if there is none. */
const ownPassword = ({ account: { secret, secret_type } }: ConnectionSecret): string =>
  secret_type.value === 'password' && fitsLine({ username: '', secret }) ? secret : '';

const lastLine = (text: string): string => text.split('\n').at(-1) ?? '';

/**
 * Creates a user who is missing, with a shell, a home, groups and rules of `sudo`, and sets the password or adds the key.
 * Throws if the machine reports that it did not; if there is no user, nothing was touched.
 */
export const pushAccount = async (
  machine: Machine,
  change: SecretChange,
  connection: ConnectionSecret,
  params: Operation['params'],
): Promise<void> => {
  const { username, key } = change;
  const facts = userFacts(params, username);
  if (!facts || !fitsHome({ username, home: '' }) || (!key && !fitsLine(change)))
    throw new TargetFailure('failed', 'machine_secret_unfit', { username }, { holds: 'untouched' });
  const own = ownPassword(connection);
  const set = key
    ? keyCommand({ username, home: '', key, mode: 'add' }, own, signerOf(connection, change))
    : passwordCommand(change, own);
  const told = await runScript(machine, {
    user: userCommand({ username, facts }, own, key !== null),
    change: `if [ -n "$usable" ]; then\n${set}\nfi`,
  });
  const [user, changed] = [told.get('user') ?? '', told.get('change') ?? ''];
  const about = { ...placeOf(connection), username };
  if (!['ready', 'unset'].includes(lastLine(user)))
    throw new TargetFailure('failed', 'machine_user_unmade', about, { output: user, holds: 'untouched' });
  if (lastLine(changed) !== 'changed')
    throw new TargetFailure('failed', 'machine_secret_unchanged', about, { output: changed });
  if (lastLine(user) === 'unset')
    throw new TargetFailure('failed', 'machine_user_unset', about, { output: user });
};

/** Changes the password or the key of a user; throws if the machine reports that it did not. */
export const changeSecret = async (
  machine: Machine,
  change: SecretChange,
  connection: ConnectionSecret,
  { home, isProven }: { home: string; isProven: boolean },
): Promise<void> => {
  const place = placeOf(connection);
  const { username, key } = change;
  if (key ? !fitsHome({ username, home }) : !fitsLine(change))
    throw new TargetFailure(
      'failed',
      'machine_secret_unfit',
      { username: change.username },
      { holds: 'untouched' },
    );
  const own = ownPassword(connection);
  const command = key
    ? keyCommand(
        { username, home, key, mode: isProven ? key.strategy : 'add' },
        own,
        signerOf(connection, change),
      )
    : passwordCommand(change, own);
  const told = (await runScript(machine, { change: command })).get('change') ?? '';
  if (lastLine(told) === 'changed') return;
  throw new TargetFailure(
    'failed',
    'machine_secret_unchanged',
    { ...place, username: change.username },
    { output: told },
  );
};

/** Removes a user whose home stays; one who is not there is removed already. Throws if the machine reports otherwise. */
export const removeAccount = async (
  machine: Machine,
  params: Operation['params'],
  connection: ConnectionSecret,
): Promise<void> => {
  const { username } = removalParamsSchema.parse(params);
  const { username: own } = connection.account;
  if (!isUserName(username) || username === own || username === 'root')
    throw new TargetFailure('failed', 'machine_user_kept', { username });
  const about = { ...placeOf(connection), username };
  const output = (
    await runScript(machine, { removal: removalCommand(username, ownPassword(connection)) })
  ).get('removal');
  const end = lastLine(output ?? '');
  if (end === 'removed') return;
  const key = end === 'left' ? 'machine_rules_left' : 'machine_user_unremoved';
  throw new TargetFailure('failed', key, about, { output: output ?? '' });
};
