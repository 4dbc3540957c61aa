import type { Engine } from '../../engine/context.ts';
import type { Cache } from '../../platform/cache.ts';
import type { Config } from '../../platform/config.ts';
import type { Passwords } from '../../platform/crypto/password.ts';
import type { RateLimits } from '../../platform/limits/rateLimits.ts';
import type { LockOut } from '../../resources/users/user/lockOut.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import type { IdentifyDeps } from '../identify/identify.ts';
import { type CheckCode, createCheckCode } from '../mfa/checkCode.ts';
import { createSmsCodes, type SmsCodes } from '../mfa/smsCodes.ts';
import { smsProvidersOf } from '../notifications/sms/smsProviders.ts';
import type { CookieDeps } from '../session/cookies.ts';
import type { Backends } from './backends/all.ts';
import { type Authenticate, createAuthenticate } from './gate/authenticate.ts';
import { createPendingSignIns, type PendingSignIns } from './pending.ts';
import { createResetTokens, type ResetTokens } from './routes/resetToken.ts';
import { type Arrive, createArrive } from './ways/arrive.ts';
import { createWayStates, type WayStates } from './ways/states.ts';

/** What the routes around signing in need. */
export type SignInDeps = CookieDeps &
  Pick<IdentifyDeps, 'vault' | 'organizations' | 'roles' | 'licence'> & {
    cache: Cache;
    passwords: Passwords;
    lockOut: LockOut;
    limits: RateLimits;
    ruleBook: RuleBook;
    backends: Backends;
    engine: Engine;
    config: Config;
    authenticate: Authenticate;
    arrive: Arrive;
    wayStates: WayStates;
    resetTokens: ResetTokens;
    pendingSignIns: PendingSignIns;
    checkCode: CheckCode;
    smsCodes: SmsCodes;
    home: string;
    /** External address of this installation, if configured. */
    siteUrl: string | undefined;
  };

type Parts = Omit<
  SignInDeps,
  | 'authenticate'
  | 'arrive'
  | 'wayStates'
  | 'resetTokens'
  | 'pendingSignIns'
  | 'checkCode'
  | 'smsCodes'
  | 'cookiePrefix'
  | 'onlySecure'
  | 'siteUrl'
>;

/** Selects what signing in needs from the server's services. */
export const signInDeps = (services: Parts): SignInDeps => {
  const { config } = services;
  const cookies = {
    cookiePrefix: config.GATEHOUSE_COOKIE_PREFIX,
    onlySecure: config.GATEHOUSE_SECURE_COOKIES,
  };
  const smsCodes = createSmsCodes({ ...services, providers: smsProvidersOf(config) });
  return {
    ...services,
    ...cookies,
    siteUrl: config.GATEHOUSE_SITE_URL,
    authenticate: createAuthenticate(services),
    arrive: createArrive(services),
    wayStates: createWayStates({ ...services, ...cookies }),
    resetTokens: createResetTokens(services),
    pendingSignIns: createPendingSignIns({ ...services, ...cookies }),
    smsCodes,
    checkCode: createCheckCode({ ...services, smsCodes }),
  };
};
