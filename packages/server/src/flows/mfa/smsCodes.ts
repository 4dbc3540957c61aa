import { randomInt, timingSafeEqual } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { Cache } from '../../platform/cache.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import { phoneOf } from '../../resources/users/user/receiver.ts';
import { type SendCodeDeps, sendCode, smsProvider } from '../notifications/sms/sendCode.ts';

/** Seconds between two codes for a user. */
const pauseSeconds = 60;

/** Codes that reach users as text messages. */
export type SmsCodes = {
  /** Whether this installation sends codes. */
  isOn(): boolean;
  /** Whether a user can get one. */
  reaches(userId: string): Promise<boolean>;
  /** Sends a new code, which replaces the last one; returns whether it left. */
  send(userId: string): Promise<boolean>;
  /** Whether this is the user's code; it cannot be used again. */
  take(userId: string, code: string): Promise<boolean>;
};

const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Sends and checks codes; the last one of each user is kept, sealed, for as long as it is valid. */
export const createSmsCodes = (deps: SendCodeDeps & { cache: Cache; vault: Vault }): SmsCodes => {
  const { cache, db, settings, vault } = deps;
  const codeKey = (userId: string) => `sms_code:${userId}`;
  const pauseKey = (userId: string) => `sms_pause:${userId}`;
  const isOn = () => smsProvider(deps) !== undefined;
  return {
    isOn,
    reaches: async (userId) => isOn() && (await phoneOf(userId, db)) !== undefined,
    send: async (userId) => {
      const phone = await phoneOf(userId, db);
      if (!phone) throw new AppError('invalid', {}, { messageKey: 'sms_no_phone' });
      const asked = await cache.count(pauseKey(userId), pauseSeconds, db);
      if (asked.count > 1) throw new AppError('interval_too_short', { seconds: asked.left });
      const code = Array.from({ length: settings.get('SMS_CODE_LENGTH') }, () => randomInt(10)).join('');
      await cache.set(codeKey(userId), vault.seal(code), settings.get('VERIFY_CODE_TTL'), db);
      const hasLeft = await sendCode(userId, { phone, code }, deps);
      // One that did not leave is not waited for.
      if (!hasLeft) await cache.remove(pauseKey(userId), db);
      return hasLeft;
    },
    take: async (userId, code) => {
      const kept = await cache.get<string>(codeKey(userId), db);
      if (kept === undefined || !isSame(vault.open(kept), code)) return false;
      return (await cache.take<string>(codeKey(userId), db)) === kept;
    },
  };
};
