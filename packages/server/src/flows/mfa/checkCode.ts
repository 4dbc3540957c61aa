import { stepOfCode } from '../../platform/crypto/totp.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import type { LockOut } from '../../resources/users/user/lockOut.ts';
import { otpSecretOf, useOtpStep } from '../../resources/users/user/proofs.ts';
import type { User } from '../identify/user.ts';
import type { SmsCodes } from './smsCodes.ts';

/** What checking a code needs. */
export type CheckCodeDeps = {
  db: Database;
  settings: Settings;
  vault: Vault;
  lockOut: LockOut;
  smsCodes: Pick<SmsCodes, 'take'>;
};

/** Why a code was refused. */
export type CodeRefusal =
  | { code: 'mfa_failed'; left: number; minutes: number }
  | { code: 'block_mfa' | 'block_global_ip_login'; minutes: number };

/** Where a code comes from: an authenticator app or a text message. */
export type CodeKind = 'otp' | 'sms';

/** Checks a user's code; undefined means that it was right, and it cannot be used again. */
export type CheckCode = (
  user: Pick<User, 'id' | 'username'>,
  code: string,
  address: string,
  kind?: CodeKind,
) => Promise<CodeRefusal | undefined>;

/**
 * Checks codes, with counters and a lockout of their own (reference 02 §6.7). Must not run in a transaction,
 * which would roll the count back.
 */
export const createCheckCode = ({ db, settings, vault, lockOut, smsCodes }: CheckCodeDeps): CheckCode => {
  /** Each time step is used up by the first correct code for it, on any server (docs/decisions/0070). */
  const takeStep = async (userId: string, code: string): Promise<boolean> => {
    const sealed = await otpSecretOf(userId, db);
    if (!sealed) return false;
    const window = settings.get('OTP_VALID_WINDOW');
    const step = stepOfCode({ secret: vault.open(sealed), code, window });
    return step !== undefined && useOtpStep(userId, { sealed, step }, db);
  };

  return async ({ id, username }, code, address, kind = 'otp') => {
    const { mfa } = lockOut;
    const block = (await mfa.find(username, address, db)) ?? (await mfa.begin(username, address, db));
    if (block)
      return { code: block.by === 'user' ? 'block_mfa' : 'block_global_ip_login', minutes: block.minutes };
    if (await (kind === 'sms' ? smsCodes.take(id, code) : takeStep(id, code))) {
      await mfa.succeed(username, address, db);
      return undefined;
    }
    const { left, minutes } = await mfa.fail(username, address, db);
    return left > 0 ? { code: 'mfa_failed', left, minutes } : { code: 'block_mfa', minutes };
  };
};
