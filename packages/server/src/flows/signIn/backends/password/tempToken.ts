import type { Vault } from '../../../../platform/crypto/vault.ts';
import { hasTempToken, takeTempToken } from '../../../../resources/authentication/temptoken/index.ts';
import type { PasswordBackend } from '../backend.ts';

/** Sign-in with a temporary password, which works once. */
export const tempToken = ({ vault }: { vault: Vault }): PasswordBackend => ({
  shape: 'password',
  name: 'temp_token',
  source: 'local',
  isEnabled: (settings) => settings.get('AUTH_TEMP_TOKEN'),
  knows: ({ username }, db) => hasTempToken(username, db),
  authenticate: async (username, password, { db, user }) => {
    if (!user) return { pass: 'user_not_exist' };
    const isTaken = await takeTempToken(username, password, vault, db);
    return isTaken ? { user, isPassword: false } : { pass: 'password_failed' };
  },
});
