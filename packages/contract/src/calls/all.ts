import type { CallRequest, CallsOf } from '../call/callTypes.ts';
import type { Call } from '../call/defineCall.ts';
import * as notifications from './notifications.ts';
import * as users from './users.ts';

/** Every declared call, by address. */
export type Calls = CallsOf<typeof notifications> & CallsOf<typeof users>;

/** Name of a declared call. */
export type CallName = keyof Calls;

/** What making a call takes after its name; nothing where nothing is required. */
export type CallArguments<Name extends CallName, More = unknown> =
  object extends CallRequest<Calls[Name], Name>
    ? [request?: CallRequest<Calls[Name], Name> & More]
    : [request: CallRequest<Calls[Name], Name> & More];

const apps: readonly { readonly [name: string]: Call }[] = [notifications, users];

/** Every declared call. */
export const everyCall: readonly Call[] = apps.flatMap((app) => Object.values(app));
