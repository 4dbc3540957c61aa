import type { BackendAnswer, BackendContext, Pass, SignInBackend } from './backend.ts';

/** The first answer other than a pass, with its backend; else why all passed. */
export type BackendOutcome = { backend: SignInBackend; answer: Exclude<BackendAnswer, Pass> } | Pass;

/** Asks the enabled backends in order until one accepts or refuses the user. */
export const tryBackends = async (
  backends: readonly SignInBackend[],
  { username, password }: { username: string; password: string },
  ctx: BackendContext,
): Promise<BackendOutcome> => {
  let pass: Pass['pass'] = 'user_not_exist';
  for (const backend of backends) {
    if (!backend.isEnabled(ctx.settings)) continue;
    const answer = await backend.authenticate(username, password, ctx);
    if (!('pass' in answer)) return { backend, answer };
    if (answer.pass === 'password_failed') pass = answer.pass;
  }
  return { pass };
};
