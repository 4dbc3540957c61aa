import type { AnswerInput } from '@gatehouse/contract/call/callTypes.ts';
import type { explainAccess } from '@gatehouse/contract/calls/explain.ts';
import type { SettingName } from '@gatehouse/contract/settings/catalogue.ts';
import type { Database } from '../../platform/database.ts';
import type { RateLimits } from '../../platform/limits/rateLimits.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Block, LockOut } from '../../resources/users/user/lockOut.ts';
import { countSignIns } from '../../resources/users/user/sessions.ts';
import { type ApiLimit, apiWaitOf } from '../limits/apiLimit.ts';
import { type MfaState, mfaStateOf } from '../mfa/duty.ts';
import type { Backends } from '../signIn/backends/all.ts';
import type { Candidate, MustChange, SignInBackend } from '../signIn/backends/backend.ts';
import { mustChange } from '../signIn/backends/password/localPassword.ts';
import { findAttemptLimit } from '../signIn/gate/attempts.ts';
import { findCandidate } from '../signIn/gate/candidate.ts';
import { mayUse, stateOf } from '../signIn/gate/gate.ts';
import { isOnlyOne } from '../signIn/letIn.ts';
import type { Question } from './question.ts';
import { plainStep, type Step } from './steps.ts';

type SignIn = AnswerInput<typeof explainAccess>['sign_in'];

/** What decides about a sign-in besides its rules. */
export type SignInLimits = {
  settings: Settings;
  backends: Backends;
  lockOut: LockOut;
  limits: RateLimits;
  apiLimit?: ApiLimit | undefined;
};

/** The steps before the sign-in rules, the MFA code, the effect on other sign-ins, and what is known besides. */
export type SignInPart = {
  before: Step[];
  mfa: Step;
  sessions: Step[];
  facts: SignIn;
  /** The user as the sign-in knows one. */
  candidate: Candidate | undefined;
};

type Asked = { question: Question; limits: SignInLimits; db: Database };

/** The short-term limit that the sign-in or the connection would exceed. */
const limitOf = async ({ question, limits: { limits, apiLimit } }: Asked): Promise<SignIn['limit']> => {
  const { user, address, isNow } = question;
  if (!isNow) return null;
  const ofAttempts = address ? await findAttemptLimit(limits, address, user.username) : undefined;
  if (ofAttempts) return ofAttempts;
  const seconds = apiLimit ? apiWaitOf(apiLimit, user.id, address) : 0;
  if (apiLimit && seconds > 0) return { name: 'api', most: apiLimit.rate, seconds };
  return (await limits.find('sockets', user.id)) ?? null;
};

/** Locks after failures hold now; a list of the settings holds at any time. */
const addressBlock = async (
  hasCode: boolean,
  { question, limits, db }: Asked,
): Promise<Block | undefined> => {
  const { address, isNow } = question;
  const { lockOut } = limits;
  const block =
    (await lockOut.findAddress(address, db)) ??
    (hasCode ? await lockOut.mfa.findAddress(address, db) : undefined);
  return isNow || block?.by === 'list' ? block : undefined;
};

const addressStep = (block: Block | undefined): Step => {
  if (!block) return plainStep('address');
  return block.by === 'list'
    ? plainStep('address', 'address_blocked', ['SECURITY_LOGIN_IP_BLACK_LIST'])
    : plainStep('address', 'address_locked', ['SECURITY_LOGIN_IP_LIMIT_COUNT']);
};

type Lock = Pick<SignIn, 'lock' | 'minutes'> & { refusal?: 'password_locked' | 'code_locked' };

/** Whether failed attempts lock the user out where the question is about, or elsewhere. */
const lockOf = async (hasCode: boolean, { question, limits, db }: Asked): Promise<Lock> => {
  const { user, address, isNow } = question;
  const { lockOut } = limits;
  if (!isNow) return { lock: 'unknown', minutes: null };
  if (address) {
    const ofPassword = await lockOut.findName(user.username, address, db);
    const found =
      ofPassword ?? (hasCode ? await lockOut.mfa.findName(user.username, address, db) : undefined);
    const refusal = ofPassword ? 'password_locked' : 'code_locked';
    if (found) return { lock: 'here', minutes: found.minutes, refusal };
  }
  const isLocked = (await lockOut.lockedAmong([user.username], db)).size > 0;
  return { lock: isLocked ? 'elsewhere' : 'none', minutes: null };
};

const lockSettings: SettingName[] = ['SECURITY_LOGIN_LIMIT_COUNT'];

/** How the user can prove their identity; temporary passwords are known for the present only. */
const proofStep = (
  { refusal }: Lock,
  { isProvable, password, isNow }: { isProvable: boolean; password: MustChange | null; isNow: boolean },
): Step => {
  if (refusal === 'password_locked') return plainStep('proof', refusal, lockSettings);
  if (isNow && !isProvable) return plainStep('proof', 'no_proof');
  const isOld = password === 'password_expired';
  return plainStep('proof', undefined, isOld ? ['SECURITY_PASSWORD_EXPIRATION_TIME'] : []);
};

/** Enabled sign-in methods, and those of them that know the user. */
const waysOf = async (candidate: Candidate | undefined, { limits, db }: Asked) => {
  const enabled = limits.backends.enabled();
  const known: SignInBackend[] = [];
  const isKnown = (backend: SignInBackend, user: Candidate) =>
    backend.shape === 'password' ? backend.knows(user, db) : user.source === backend.source;
  for (const backend of enabled) if (candidate && (await isKnown(backend, candidate))) known.push(backend);
  return { known, tried: known.length > 0 ? known : enabled };
};

const userStep = (
  { user }: Question,
  mayComeIn: boolean,
  { settings }: Pick<SignInLimits, 'settings'>,
): Step => {
  const refusal = stateOf(user) ?? (mayComeIn ? undefined : 'other_source');
  const isLimited = settings.get('ONLY_ALLOW_AUTH_FROM_SOURCE');
  return plainStep('user', refusal, isLimited ? ['ONLY_ALLOW_AUTH_FROM_SOURCE'] : []);
};

const mfaStep = (
  { refusal }: Lock,
  mfa: MfaState | undefined,
  { settings }: Pick<SignInLimits, 'settings'>,
): Step => {
  if (refusal === 'code_locked') return plainStep('mfa', refusal, lockSettings);
  const isAsked = mfa?.isOn && settings.get('SECURITY_MFA_AUTH') !== 0;
  return plainStep('mfa', undefined, isAsked ? ['SECURITY_MFA_AUTH'] : []);
};

/** The sign-ins that this one would end: all others of the user, if the setting allows only one. */
const othersOf = async ({
  question,
  limits,
  db,
}: Asked): Promise<Pick<SignInPart, 'sessions'> & { others: number | null }> => {
  if (!isOnlyOne(limits.settings)) return { sessions: [], others: null };
  return {
    sessions: [plainStep('sessions', undefined, ['USER_LOGIN_SINGLE_MACHINE_ENABLED'])],
    others: question.isNow ? await countSignIns(question.user.id, db) : null,
  };
};

/**
 * How settings and limits decide the sign-in of a user, according to the code that decides real sign-ins. Limits and
 * addresses are left out for callers who may not see which addresses are blocked.
 */
export const signInPart = async (asked: Asked, seesAddresses: boolean): Promise<SignInPart> => {
  const { question, limits, db } = asked;
  const { settings } = limits;
  const { isNow, now } = question;
  const candidate = await findCandidate(question.user.username, db);
  const { known, tried } = await waysOf(candidate, asked);
  // Users with one way in are asked for what that way asks for.
  const mfa = candidate && mfaStateOf(candidate, settings, known.length === 1 ? known[0]?.name : undefined);
  const hasCode = mfa?.isUsable ?? false;
  const seesBlocks = seesAddresses && question.address !== '';
  const limit = seesAddresses ? await limitOf(asked) : null;
  const block = seesBlocks ? await addressBlock(hasCode, asked) : undefined;
  const lock = await lockOf(hasCode, asked);
  const mayComeIn = !candidate || tried.some((backend) => mayUse(candidate, backend, settings));
  const password = (candidate && mustChange(candidate, settings, now.getTime())) ?? null;
  const { sessions, others } = await othersOf(asked);
  return {
    candidate,
    before: [
      ...(seesAddresses && isNow ? [plainStep('limits', limit ? 'too_many' : undefined)] : []),
      ...(seesBlocks ? [addressStep(block)] : []),
      proofStep(lock, { isProvable: known.length > 0, password, isNow }),
      userStep(question, mayComeIn, limits),
    ],
    mfa: mfaStep(lock, mfa, limits),
    sessions,
    facts: {
      lock: lock.lock,
      minutes: block?.by === 'address' ? block.minutes : lock.minutes,
      mfa: mfa?.isOn ? (mfa.isUsable ? 'code' : 'enrolment') : null,
      password,
      limit,
      others,
    },
  };
};
