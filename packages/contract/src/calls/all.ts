import type { CallRequest, CallsOf } from '../call/callTypes.ts';
import type { Call } from '../call/defineCall.ts';
import * as notifications from './notifications.ts';

/** Every declared call, by address. */
export type Calls = CallsOf<typeof notifications>;

/** Name of a declared call. */
export type CallName = keyof Calls;

/** What making a call takes after its name; nothing where nothing is required. */
export type CallArguments<Name extends CallName, More = unknown> =
  object extends CallRequest<Calls[Name], Name>
    ? [request?: CallRequest<Calls[Name], Name> & More]
    : [request: CallRequest<Calls[Name], Name> & More];

/** Every declared call. */
export const everyCall: readonly Call[] = [notifications].flatMap((app): Call[] => Object.values(app));
