import type { Database } from '../../platform/database.ts';
import { forgetOtp } from '../../resources/users/user/statements.ts';

/** A kind of second factor that users set up, and that administrators can take back for them. */
type SecondFactor = {
  /** The field of users by whose label the operate log names it. */
  label: string;
  /** Forgets the user's factors of this kind; tells whether there were any. */
  forget: (userId: string, db: Database) => Promise<boolean>;
};

/** Every kind of second factor that is stored; a new one is an entry here. */
const secondFactors: readonly SecondFactor[] = [{ label: 'is_otp_secret_key_bound', forget: forgetOtp }];

/** Forgets every second factor of a user; returns the kinds that the user had. */
export const forgetSecondFactors = async (
  userId: string,
  db: Database,
  kinds = secondFactors,
): Promise<SecondFactor[]> => {
  const had: SecondFactor[] = [];
  for (const kind of kinds) if (await kind.forget(userId, db)) had.push(kind);
  return had;
};
