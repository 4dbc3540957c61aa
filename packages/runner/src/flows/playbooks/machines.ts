import { finished } from 'node:stream/promises';
import type { Target } from '@gatehouse/contract/wire/machineWork.ts';
import type { ClientChannel } from 'ssh2';
import { legibleLine } from '../../engine/legible.ts';
import { type TargetFailure, targetFailure } from '../../engine/targetFailure.ts';
import type { WayDeps } from '../../engine/way.ts';
import { type ConnectedAs, connectAs } from '../../ways/ssh/connectAs.ts';
import type { Desk, Talk } from './doorDesk.ts';

/** A machine of a run: connected when the playbook first asks for it. */
export type PlaybookMachine = {
  /** Runs a command; resolves when its channel is closed. */
  run: (command: string, talk: Talk) => Promise<void>;
  /** Why it could not be reached at last. */
  failure: () => TargetFailure | undefined;
  /** Closes its connection for good: whatever is asked later fails. */
  close: () => void;
};

const MOST_DETAIL = 300;

const nothing = () => undefined;

/** Connects both sides of a command, each no faster than the other reads. */
const pass = async (channel: ClientChannel, talk: Talk): Promise<void> => {
  let code: number | null = null;
  const closed = new Promise((resolve) => channel.once('close', resolve));
  channel.on('error', nothing);
  channel.on('exit', (ended: number | null) => {
    code = ended;
  });
  talk.onLeft(() => channel.close());
  talk.input.pipe(channel);
  channel.pipe(talk.output);
  channel.stderr.pipe(talk.errors);
  await Promise.all([closed, finished(talk.output), finished(talk.errors)]);
  if (code === null) talk.failed('The machine has closed the connection.');
  else talk.ended(code);
};

/** Connects to the machine of a target and runs what a playbook asks for; one connection serves all its tasks. */
export const createMachine = (
  { connection, switching }: Target,
  deps: WayDeps,
  connectTo = connectAs,
): PlaybookMachine => {
  const closing = new AbortController();
  const signal = AbortSignal.any([deps.signal, closing.signal]);
  let route: Promise<ConnectedAs> | undefined;
  let failure: TargetFailure | undefined;
  const connect = async (): Promise<ConnectedAs> => {
    try {
      const found = await connectTo(connection, switching, { ...deps, signal });
      if (signal.aborted) found.close();
      signal.throwIfAborted();
      failure = undefined;
      // A machine that a task restarts is connected again.
      found.client.once('close', () => {
        route = undefined;
      });
      return found;
    } catch (error) {
      route = undefined;
      if (signal.aborted) throw error;
      failure = targetFailure(error, connection);
      throw failure;
    }
  };
  const exec = async (command: string, talk: Talk): Promise<void> => {
    signal.throwIfAborted();
    route ??= connect();
    const { exec: start } = await route;
    signal.throwIfAborted();
    return new Promise((resolve, reject) =>
      // Listened to at once: the end of a quick command may be in the packet that tells of its beginning.
      start(command, (error, channel) => (error ? reject(error) : resolve(pass(channel, talk)))),
    );
  };
  signal.addEventListener('abort', () => void route?.then(({ close }) => close()).catch(nothing), {
    once: true,
  });
  return {
    run: async (command, talk) => {
      try {
        await exec(command, talk);
      } catch (error) {
        const { key, params } = targetFailure(error, connection);
        talk.failed(
          signal.aborted
            ? 'The run has ended.'
            : legibleLine(`${key} ${JSON.stringify(params)}`, MOST_DETAIL),
        );
      }
    },
    failure: () => failure,
    close: () => closing.abort(),
  };
};

/** Has machines of a run carry out what it asks for, so many commands at the same time; machines of others are unknown. */
export const onMachineOf = (machines: ReadonlyMap<string, PlaybookMachine>, most: number): Desk => {
  let going = 0;
  return async ({ host, command }, talk) => {
    const machine = machines.get(host);
    if (!machine) return talk.failed(`${legibleLine(host, MOST_DETAIL)} is no machine of this run.`);
    // One that the run no longer listens to counts until the machine has let go of it.
    if (going >= most) return talk.failed('Too many commands run at the same time.');
    going += 1;
    await machine.run(command, talk).finally(() => {
      going -= 1;
    });
  };
};
