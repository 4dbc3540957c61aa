import type { AnswerInput } from '@gatehouse/contract/call/callTypes.ts';
import type { explainAccess } from '@gatehouse/contract/calls/explain.ts';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Block, LockOut } from '../../resources/users/user/lockOut.ts';
import { mfaStateOf } from '../mfa/duty.ts';
import { findCandidate } from '../signIn/authenticate.ts';
import { mustChange } from '../signIn/backends/localPassword.ts';
import type { Question } from './question.ts';
import { plainStep, type Step } from './steps.ts';

type SignIn = AnswerInput<typeof explainAccess>['sign_in'];

/** What decides about a sign-in besides its rules. */
export type SignInLimits = { lockOut: LockOut; settings: Settings };

/** Whether the address and what proves the user let a sign-in pass, and what else it asks for. */
export type SignInPart = { steps: Step[]; facts: SignIn };

type Asked = { question: Question; limits: SignInLimits; db: Database };

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

const addressStep = (block: Block | undefined): Step =>
  plainStep('address', block && (block.by === 'list' ? 'address_blocked' : 'address_locked'));

type Lock = { step: Step; lock: SignIn['lock']; minutes: number | null };

/** Whether failed attempts lock the user out where the question is about, or elsewhere. */
const lockOf = async (hasCode: boolean, { question, limits, db }: Asked): Promise<Lock> => {
  const { user, address, isNow } = question;
  const { lockOut } = limits;
  const free = { step: plainStep('proof'), minutes: null };
  if (!isNow) return { ...free, lock: 'unknown' };
  if (address) {
    const ofPassword = await lockOut.findName(user.username, address, db);
    const found =
      ofPassword ?? (hasCode ? await lockOut.mfa.findName(user.username, address, db) : undefined);
    const reason = ofPassword ? 'password_locked' : 'code_locked';
    if (found) return { step: plainStep('proof', reason), lock: 'here', minutes: found.minutes };
  }
  const isLocked = (await lockOut.lockedAmong([user.username], db)).size > 0;
  return { ...free, lock: isLocked ? 'elsewhere' : 'none' };
};

/**
 * What the settings do with the sign-in of a user, asked of the code that decides it there. Addresses are left out for
 * callers who may not see which are blocked.
 */
export const signInPart = async (asked: Asked, seesAddresses: boolean): Promise<SignInPart> => {
  const { question, limits, db } = asked;
  const { settings } = limits;
  const candidate = await findCandidate(question.user.username, db);
  const mfa = candidate && mfaStateOf(candidate, settings);
  const hasCode = mfa?.isUsable ?? false;
  const seen = seesAddresses && question.address !== '';
  const block = seen ? await addressBlock(hasCode, asked) : undefined;
  const { step, lock, minutes } = await lockOf(hasCode, asked);
  return {
    steps: [...(seen ? [addressStep(block)] : []), step],
    facts: {
      lock,
      minutes: block?.by === 'address' ? block.minutes : minutes,
      mfa: mfa?.isOn ? (mfa.isUsable ? 'code' : 'enrolment') : null,
      password: (candidate && mustChange(candidate, settings, question.now.getTime())) ?? null,
    },
  };
};
