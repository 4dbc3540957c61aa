import type { Passwords } from '../../../../platform/crypto/password.ts';
import type { Settings } from '../../../../platform/settings.ts';
import { instantOf } from '../../../../platform/time.ts';
import type { Candidate, MustChange, PasswordBackend } from '../backend.ts';

/** Maximum length of a password, in characters; a longer one is wrong, and only this much of it is hashed. */
const longest = 1024;

const dayMs = 86_400_000;

/** Why a user of the installation has to choose a new password before the sign-in goes on. */
export const mustChange = (
  user: Candidate,
  settings: Pick<Settings, 'get'>,
  now = Date.now(),
): MustChange | undefined => {
  if (user.source !== 'local') return undefined;
  const changed = instantOf(user.date_password_last_updated);
  const days = settings.get('SECURITY_PASSWORD_EXPIRATION_TIME');
  if (changed && now - changed.getTime() > days * dayMs) return 'password_expired';
  return user.need_update_password ? 'need_update_password' : undefined;
};

/** Sign-in with the user's stored password. An unknown name takes as long as a wrong password. */
export const localPassword = ({ passwords }: { passwords: Passwords }): PasswordBackend => ({
  shape: 'password',
  name: 'password',
  source: 'local',
  isEnabled: () => true,
  knows: async (user) => user.password_hash !== null,
  authenticate: async (_username, password, { user, settings }) => {
    const matches = await passwords.matches(password.slice(0, longest), user?.password_hash);
    if (!user) return { pass: 'user_not_exist' };
    if (!matches || password.length > longest) return { pass: 'password_failed' };
    return { user, mustChange: mustChange(user, settings), isPassword: true };
  },
});
