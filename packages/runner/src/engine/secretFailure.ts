import { TargetFailure } from './targetFailure.ts';

type About = { address: string; port: number; username: string };

/** The name or the secret cannot be set there; nothing was sent. */
export const secretUnfit = (username: string): TargetFailure =>
  new TargetFailure('failed', 'machine_secret_unfit', { username }, { holds: 'untouched' });

/** The secret was not set, and nothing was tried. */
export const secretUntouched = (about: About, output: string): TargetFailure =>
  new TargetFailure('failed', 'machine_secret_unchanged', about, { output, holds: 'untouched' });

/** The secret was not set, as was said when it was tried; a fresh sign-in has to show whether that is so. */
export const secretUnchanged = (about: About, output: string): TargetFailure =>
  new TargetFailure('failed', 'machine_secret_unchanged', about, { output });

/** The account was not created, so that there is none with the secret. */
export const accountUnmade = (about: About, output: string): TargetFailure =>
  new TargetFailure('failed', 'machine_user_unmade', about, { output, holds: 'untouched' });

/** The account is still there. */
export const accountUnremoved = (about: About, output: string): TargetFailure =>
  new TargetFailure('failed', 'machine_user_unremoved', about, { output });
