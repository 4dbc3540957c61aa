import { SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import type { RouteDeps } from '@gatehouse/component/engine/ssh/route.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type {
  HeldSecret,
  Operation,
  SecretChange,
  switchingSchema,
  TargetReport,
} from '@gatehouse/contract/wire/machineWork.ts';
import type { z } from 'zod';

/**
 * The accounts from which that of a target switches, and how; `isProof`: it must be its own password that was asked for,
 * because that is to be proven.
 */
export type Switching = z.infer<typeof switchingSchema> & { isProof?: boolean };

/** The system that a method expects; `any`: it needs nothing but the sign-in; `device`: a command line that asks for each line. */
export type System = 'posix' | 'windows' | 'device' | 'any';

/** One operation on one target, as a way carries it out. */
export type Work = {
  kind: Exclude<Operation['kind'], 'find_secret'>;
  system: System;
  connection: ConnectionSecret;
  switching?: Switching | null | undefined;
  /** What is to be changed, if the work is a change. */
  change?: SecretChange;
  /** The new secret is proven, so that others may go. */
  isProven?: boolean;
  /** Fields of the method. */
  params?: Operation['params'];
};

/** Hardware and system of a machine; accounts found on it. */
export type Facts = NonNullable<TargetReport['facts']>;
export type FoundAccount = NonNullable<TargetReport['accounts']>[number];

/** What came of it. */
export type Outcome = {
  facts?: Facts;
  accounts?: FoundAccount[];
  holds?: HeldSecret;
  exit_code?: number;
};

/** What a way needs; when `signal` is aborted, it closes everything it has opened. */
export type WayDeps = Pick<RouteDeps, 'reportHostKey' | 'signal'> & {
  warn: (detail: object, message: string) => void;
  /** Aborted shortly before the work is ended, so that what it started in a database ends too. */
  stop?: AbortSignal;
  /** Receives the output of a command while it runs. */
  print?: (text: string) => void;
  /** Receives how much of a transfer is done, in percent. */
  progress?: (percent: number) => void;
  /** Receives how many files of a transfer have their place, or may have it. */
  placed?: (files: number) => void;
  /** Stops the clock of the target until the returned function is called: waiting for a turn is no work. */
  pauseTime?: () => () => void;
};

/** A way to a machine: connects, signs in, carries the work out and leaves; throws when it cannot. */
export type Way = (work: Work, deps: WayDeps) => Promise<Outcome>;

/** Most bytes that a machine may send for one target. */
export const MOST_BYTES = 16 * 1024 * 1024;

/** How to connect for a target: no user can be asked, and no machine may send without end. */
export const routeFor = (connection: ConnectionSecret, deps: WayDeps): RouteDeps => ({
  session: '',
  prompter: {
    ask: () =>
      Promise.reject(
        new SessionFailure('auth_failed', {
          host: connection.asset.name,
          username: connection.account.username,
        }),
      ),
  },
  progress: () => undefined,
  reportHostKey: deps.reportHostKey,
  signal: deps.signal,
  most_bytes: MOST_BYTES,
});
