import { Secret, TOTP } from 'otpauth';

/** Parameters that every authenticator app understands (RFC 6238). */
const period = 30;
const shape = { algorithm: 'SHA1', digits: 6, period };

/** A new shared secret of 160 bits, base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address an authenticator app reads from a QR code. */
export const totpUri = (options: { secret: string; issuer: string; account: string }): string =>
  new TOTP({ ...shape, issuer: options.issuer, label: options.account, secret: options.secret }).toString();

/**
 * The time step of a code, searched `window` steps around now; undefined when it is wrong. The comparison
 * takes constant time.
 */
export const stepOfCode = (
  options: { secret: string; code: string; window: number },
  now = Date.now(),
): number | undefined => {
  const token = options.code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = new TOTP({ ...shape, secret: options.secret });
  const delta = totp.validate({ token, window: options.window, timestamp: now });
  return delta === null ? undefined : Math.floor(now / 1000 / period) + delta;
};
