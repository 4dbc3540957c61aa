import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { HeldSecret, SecretChange } from '@gatehouse/contract/wire/machineWork.ts';
import { placeOf, TargetFailure, targetFailure } from '../engine/targetFailure.ts';
import type { Outcome, Switching, Work } from '../engine/way.ts';
import { secretsOf, withoutSecrets } from './withoutSecrets.ts';

/** How a way carries out work. */
type Carry = (work: Work) => Promise<Outcome>;
type Changing = {
  connection: ConnectionSecret;
  switching: Switching | null | undefined;
  change: SecretChange;
  system: Work['system'];
  params: NonNullable<Work['params']>;
};

/**
 * Signs in afresh with a secret; returns whether the machine accepted it, or why that is unknown. The password of an
 * account that switches from another is proven by `su`, whatever the platform uses: it may not sign in itself.
 */
const accepts = async (
  secret: string,
  { connection, change, system }: Changing,
  carry: Carry,
): Promise<boolean> => {
  const { username, secret_type } = change;
  const account = {
    ...connection.account,
    ...{ username, secret, passphrase: null, secret_type: { value: secret_type, label: secret_type } },
  };
  const proof: Switching | null =
    change.switching && secret_type === 'password'
      ? { ...change.switching, method: 'su', isProof: true }
      : null;
  try {
    await carry({
      ...{ kind: 'verify_account', system, connection: { ...connection, account } },
      ...(proof && { switching: proof }),
    });
    return true;
  } catch (error) {
    const failure = targetFailure(error, { ...connection, account });
    if (failure.status === 'refused') return false;
    // That this sign-in touched nothing says nothing about the change.
    const { status, key, params, output } = failure;
    throw new TargetFailure(status, key, params, { output });
  }
};

/** Which secret the machine accepts, the new one first. */
const heldSecret = async (changing: Changing, carry: Carry): Promise<HeldSecret | null> => {
  const { secret, old_secret } = changing.change;
  if (await accepts(secret, changing, carry)) return 'new';
  return old_secret && (await accepts(old_secret, changing, carry)) ? 'old' : null;
};

const neither = ({ connection, change }: Changing): TargetFailure =>
  new TargetFailure('refused', 'machine_secret_unknown', {
    host: connection.asset.name,
    username: change.username,
  });

const unchanged = ({ connection, change }: Changing): TargetFailure =>
  new TargetFailure('failed', 'machine_secret_unchanged', {
    ...placeOf(connection),
    username: change.username,
  });

/** Finds out which secret of an account is valid; fails if neither is, or if the machine cannot be asked. */
export const findSecret = async (changing: Changing, carry: Carry): Promise<Outcome> => {
  const holds = await heldSecret(changing, carry);
  if (!holds) throw neither(changing);
  return { holds };
};

const about = (
  error: unknown,
  holds: HeldSecret | null,
  { connection, switching, change }: Changing,
): TargetFailure =>
  withoutSecrets(error, connection, {
    secrets: [change.secret, change.old_secret, ...secretsOf(switching), ...secretsOf(change.switching)],
    holds,
  });

/** Statuses of work that ended before anything was sent to a machine. */
const beforeSignIn: ReadonlySet<string> = new Set(['unreachable', 'refused', 'unsupported']);

/** Removes the keys that are not to stay, once the new one is proven, and proves it once more. */
const removeOthers = async (changing: Changing, carry: Carry): Promise<Outcome> => {
  const { connection, switching, change, system, params } = changing;
  if (!change.key || change.key.strategy === 'add') return { holds: 'new' };
  let failure: unknown;
  try {
    await carry({ kind: 'change_secret', system, connection, switching, change, params, isProven: true });
  } catch (error) {
    failure = error;
  }
  const { holds } = await findSecret(changing, carry);
  if (holds !== 'new' || !failure) return { holds };
  const { params: told, output } = about(failure, 'new', changing);
  throw new TargetFailure(
    'failed',
    'machine_keys_left',
    { ...told, ...placeOf(connection), username: change.username },
    { output, holds: 'new' },
  );
};

const lacks: ReadonlySet<string> = new Set(['machine_user_unset', 'machine_secret_unsaved']);

/** Whether what failed says that something besides the secret is missing. */
const lacksMore = (failure: unknown): boolean => failure instanceof TargetFailure && lacks.has(failure.key);

/**
 * Changes the secret of an account, for a push creates it if it is missing, and finds out which one is valid, whatever the machine answered: the change may have
 * been made although the answer was lost.
 */
export const changeSecret = async (
  kind: 'change_secret' | 'push_account',
  changing: Changing,
  carry: Carry,
): Promise<Outcome> => {
  const { connection, switching, change, system, params } = changing;
  let failure: unknown;
  try {
    await carry({ kind, system, connection, switching, change, params });
  } catch (error) {
    const { holds, status } = targetFailure(error, connection);
    if (holds === 'untouched' || beforeSignIn.has(status)) throw about(error, 'untouched', changing);
    failure = error;
  }
  try {
    const { holds } = await findSecret(changing, carry);
    if (holds === 'new') {
      const outcome = await removeOthers(changing, carry);
      if (!lacksMore(failure)) return outcome;
      throw about(failure, 'new', changing);
    }
    throw about(failure ?? unchanged(changing), 'old', changing);
  } catch (error) {
    throw error instanceof TargetFailure && error.holds ? error : about(failure ?? error, null, changing);
  }
};
