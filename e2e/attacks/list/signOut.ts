import { createClient } from '../../clients/api.ts';
import { type Attack, judge } from '../attack.ts';

/** A picture in a message that names the address of signing out must not sign its reader out. */
export const signOut: Attack = {
  name: 'sign-out',
  run: async ({ url, username, password }) => {
    const victim = createClient(url);
    await victim.signIn(username, password);
    await victim.call('GET', '/core/auth/logout/');
    const { status } = await victim.call('GET', '/api/v1/users/profile/');
    return judge(
      status === 200 ? [] : ['GET /core/auth/logout/ ended the session'],
      'GET at the address of signing out left the session alone.',
    );
  },
};
