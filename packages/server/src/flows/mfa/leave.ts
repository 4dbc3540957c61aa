import type { Answer } from '../../engine/http.ts';
import type { Visit } from '../signIn/admit.ts';
import type { SignInDeps } from '../signIn/deps.ts';
import { redirect } from '../signIn/page/pageRequest.ts';

/** Answers a browser whose web session has just ended: the sign-in page says why. */
export const leaveSignedOut = async (
  { request, reply }: Visit,
  why: 'mfa_enabled' | 'mfa_disabled',
  deps: SignInDeps,
): Promise<Answer> => {
  await deps.pendingSignIns.drop(request);
  request.signedIn = undefined;
  for (const name of ['sessionid', 'csrftoken'])
    reply.clearCookie(`${deps.cookiePrefix}${name}`, { path: '/' });
  return redirect(`/core/auth/login/?${why}=1`);
};
