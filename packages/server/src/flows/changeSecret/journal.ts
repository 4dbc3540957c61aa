import { AppError, type Message } from '@gatehouse/contract/errors.ts';
import {
  type AuthorizedKey,
  type HeldSecret,
  KEY_MARK,
  type Operation,
  type SecretChange,
} from '@gatehouse/contract/wire/machineWork.ts';
import type { Context } from '../../engine/context.ts';
import { randomPassword } from '../../platform/crypto/randomPassword.ts';
import { newPrivateKey, publicKeyOf, readPrivateKey } from '../../platform/crypto/sshKey.ts';
import type { Database } from '../../platform/database.ts';
import { fewAtOnce } from '../../platform/secretStore/secretStore.ts';
import { lockSecrets, noteVerified, takeOverSecrets } from '../../resources/accounts/account/statements.ts';
import type { ChangeSecretPlan } from '../../resources/accounts/changesecretautomation/statements.ts';
import {
  type AboutChange,
  addRecords,
  type ChangeFacts,
  noteDoubts,
  type OpenChange,
  openChanges,
  type Settled,
  settleChanges,
} from '../../resources/accounts/changesecretrecord/statements.ts';
import { openedSecret } from '../../resources/accounts/secretValue.ts';

type Deps = Pick<Context, 'db' | 'engine'>;

/** What is to become the secrets of accounts. */
export type SecretPlan = Pick<
  ChangeSecretPlan,
  'kind' | 'secret_type' | 'secret_strategy' | 'secret' | 'password_rules' | 'ssh_key_change_strategy'
>;

/**
 * Stores new secrets for accounts where secrets belong, before any machine hears of them; returns for how many. An
 * account whose last change is not settled gets none. `execution`: the run of a plan; null where there is none.
 */
export const planChanges = async (
  {
    plan,
    work,
    accounts,
    execution = work,
  }: { plan: SecretPlan; work: string; accounts: readonly string[]; execution?: string | null },
  { db, engine }: Deps,
): Promise<number> => {
  const own = await openedSecret(plan.secret, { engine });
  const fresh = () =>
    plan.secret_type === 'ssh_key' ? newPrivateKey() : randomPassword(plan.password_rules);
  return db.transaction(async (tx) => {
    const planned = (await lockSecrets(accounts, tx)).map(({ id, secret }) => {
      const plain = plan.secret_strategy === 'random' ? fresh() : (own ?? '');
      const { held, write } = engine.secrets.place(engine.vault.seal(plain));
      const fingerprint = plan.secret_type === 'ssh_key' ? readPrivateKey(plain, '')?.fingerprint : null;
      return {
        ...{ account: id, old_secret: secret, new_secret: held, write },
        ssh_key_fingerprint: fingerprint ?? null,
      };
    });
    const changes = planned.map(({ write, ...change }) => change);
    const facts = { ...plan, is_kept: false };
    const stored = new Set(await addRecords({ work, execution, facts, changes }, tx));
    await fewAtOnce(
      planned.filter(({ account }) => stored.has(account)),
      ({ write }) => write(),
    );
    return stored.size;
  });
};

/**
 * Notes that accounts get the secrets that they have on their machines, so that no change of them is made meanwhile;
 * returns for how many. An account whose last change is not settled gets none.
 */
export const planPushes = (
  {
    secretType,
    work,
    accounts,
  }: { secretType: ChangeFacts['secret_type']; work: string; accounts: readonly string[] },
  { db }: Pick<Deps, 'db'>,
): Promise<number> =>
  db.transaction(async (tx) => {
    const changes = (await lockSecrets(accounts, tx)).flatMap(({ id, secret }) =>
      secret ? [{ account: id, old_secret: null, new_secret: secret, ssh_key_fingerprint: null }] : [],
    );
    const facts = {
      ...{ kind: 'push_account' as const, is_kept: true },
      ...{ secret_type: secretType, ssh_key_change_strategy: 'add' as const },
    };
    return (await addRecords({ work, execution: null, facts, changes }, tx)).length;
  });

/** A target with what it says of the change that it is about. */
type Telling = {
  id: string;
  kind: Operation['kind'];
  work: string;
  account: string | null;
  /** The record that it searches for, and the work of that record. */
  record: string | null;
  recorded: string | null;
};

/** The change that a target is about; none where it is about something else. */
export const aboutChange = ({ id, kind, work, account, record, recorded }: Telling): AboutChange[] => {
  if (!account) return [];
  if (kind === 'change_secret' || kind === 'push_account')
    return [{ target: id, account, work, record: null }];
  return kind === 'find_secret' && record && recorded
    ? [{ target: id, account, work: recorded, record }]
    : [];
};

/** The secrets of a change that a runner gets, as rows hold them. */
export const secretsOf = ({ is_kept, old_secret, new_secret }: OpenChange, held: string | null) =>
  is_kept ? { old: null, new: held ?? new_secret } : { old: held ?? old_secret, new: new_secret };

/** The public parts of two keys, as `authorized_keys` holds them. */
const authorizedKey = (
  { account, ssh_key_change_strategy: strategy }: OpenChange,
  secret: string,
  old: string | null,
): AuthorizedKey => ({
  line: publicKeyOf(secret, `${KEY_MARK}-${account}`),
  old_blob: old && readPrivateKey(old, '') ? (publicKeyOf(old, '').split(' ')[1] ?? null) : null,
  strategy,
});

/** A change as a runner gets it, opened. */
export const changeOf = async (open: OpenChange, held: string | null, ctx: Deps): Promise<SecretChange> => {
  const secrets = secretsOf(open, held);
  const { username, secret_type } = open;
  const secret = (await openedSecret(secrets.new, ctx)) ?? '';
  const old_secret = (await openedSecret(secrets.old, ctx)) ?? null;
  // Skipped for that reason: otherwise the targets that are given along with it would be lost.
  if (secret_type === 'ssh_key' && !readPrivateKey(secret, ''))
    throw new AppError('object_does_not_exist', { username }, { messageKey: 'machine_key_unusable' });
  return {
    ...{ username, secret_type, secret, old_secret },
    key: secret_type === 'ssh_key' ? authorizedKey(open, secret, old_secret) : null,
  };
};

/** What a runner found out about the change that a target is about. */
export type Found = {
  about: AboutChange;
  holds: HeldSecret | null;
  failure: Message | null;
  /** Whether nothing is left to do. */
  isWhole: boolean;
};

/** A search finds the new key, but the runner that set it may have died before it removed others. */
const mayLeaveKeys = ({ record }: AboutChange, { secret_type, ssh_key_change_strategy }: OpenChange) =>
  record !== null && secret_type === 'ssh_key' && ssh_key_change_strategy !== 'add';

/** What is to be said of a change that was made. */
const remarkOf = ({ about, failure, isWhole }: Found, change: OpenChange): Message | null => {
  if (mayLeaveKeys(about, change)) return { key: 'change_secret_keys_left', params: {} };
  return isWhole ? null : failure;
};

type Told = Found & { change: OpenChange };

/**
 * Whether a push of a secret that stays current ends without a proof: after a search, which begins when the time of the
 * runner is over. A runner that gave up may have left its script at work, and a newer secret must not overtake that.
 */
const endsUnproven = ({ about, holds, change }: Told): boolean =>
  holds === null && change.is_kept && about.record !== null;

/** The changes of which enough is known, and how they ended. */
const endsOf = (told: readonly Told[]): Settled[] =>
  told.flatMap((one): Settled[] => {
    const { id } = one.change;
    if (one.holds === null && !endsUnproven(one)) return [];
    return one.holds === 'new'
      ? [{ id, status: 'success', failure: remarkOf(one, one.change) }]
      : [{ id, status: 'failed', failure: one.failure }];
  });

/**
 * Notes which secrets hold, in the transaction of the report. A new one becomes current; one of which nothing is known
 * is looked for again. What is told of changes that are settled already changes nothing.
 */
export const takeFindings = async (found: readonly Found[], { db }: { db: Database }): Promise<void> => {
  const open = new Map(
    (
      await openChanges(
        found.map(({ about }) => about),
        db,
      )
    ).map((change) => [change.target, change]),
  );
  const told = found.flatMap((one): Told[] => {
    const change = open.get(one.about.target);
    if (!change) return [];
    // A search that touched nothing says nothing about the attempt that it is about.
    const isIdle = one.about.record !== null && one.holds === 'untouched';
    return [{ ...one, change, holds: isIdle ? null : one.holds }];
  });
  const settled = new Set(await settleChanges(endsOf(told), db));
  await takeOverSecrets(
    told.flatMap(
      ({ holds, change: { id, is_kept, account, new_secret: secret, secret_type, ssh_key_fingerprint } }) =>
        holds === 'new' && !is_kept && settled.has(id)
          ? [{ id: account, secret, secret_type, ssh_key_fingerprint }]
          : [],
    ),
    db,
  );
  await noteVerified(
    told.flatMap(({ holds, change: { id, is_kept, account } }) =>
      holds === 'new' && is_kept && settled.has(id) ? [{ id: account, connectivity: 'ok' }] : [],
    ),
    new Date(),
    db,
  );
  await noteDoubts(
    told.flatMap((one) =>
      one.holds === null && !endsUnproven(one) ? [{ id: one.change.id, failure: one.failure }] : [],
    ),
    db,
  );
};
