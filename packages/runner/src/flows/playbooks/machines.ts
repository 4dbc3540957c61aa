import { connectRoute } from '@gatehouse/component/engine/ssh/route.ts';
import type { Target } from '@gatehouse/contract/wire/machineWork.ts';
import type { ClientChannel } from 'ssh2';
import { legibleLine } from '../../engine/legible.ts';
import { type TargetFailure, targetFailure } from '../../engine/targetFailure.ts';
import { routeFor, type WayDeps } from '../../engine/way.ts';
import type { Answer, Asked } from './doorDesk.ts';

/** A machine of a run: connected when the playbook first asks for it. */
export type PlaybookMachine = {
  run: (command: string, answer: Answer) => { input: (bytes: Buffer) => void; end: () => void };
  /** Why it could not be reached at last. */
  failure: () => TargetFailure | undefined;
  close: () => void;
};

type Route = Awaited<ReturnType<typeof connectRoute>>;

const MOST_DETAIL = 300;

const pass = (channel: ClientChannel, answer: Answer) => {
  let code: number | null = null;
  channel.on('data', answer.output);
  channel.stderr.on('data', answer.errors);
  channel.on('error', () => undefined);
  channel.on('exit', (ended: number | null) => {
    code = ended;
  });
  channel.on('close', () =>
    code === null ? answer.failed('The machine has closed the connection.') : answer.ended(String(code)),
  );
};

/** Connects to the machine of a target and runs what a playbook asks for; one connection serves all its tasks. */
export const createMachine = ({ connection }: Target, deps: WayDeps): PlaybookMachine => {
  let route: Promise<Route> | undefined;
  let failure: TargetFailure | undefined;
  const connect = async (): Promise<Route> => {
    try {
      deps.signal.throwIfAborted();
      const found = await connectRoute(connection, routeFor(connection, deps));
      failure = undefined;
      // A machine that a task restarts is connected again.
      found.client.once('close', () => {
        route = undefined;
      });
      return found;
    } catch (error) {
      route = undefined;
      failure = targetFailure(error, connection);
      throw failure;
    }
  };
  const exec = async (command: string): Promise<ClientChannel> => {
    route ??= connect();
    const { client } = await route;
    return new Promise((resolve, reject) =>
      client.exec(command, (error, channel) => (error ? reject(error) : resolve(channel))),
    );
  };
  return {
    run: (command, answer) => {
      const channel = exec(command).then(
        (opened) => {
          pass(opened, answer);
          return opened;
        },
        (error: unknown) => {
          const { key, params } = targetFailure(error, connection);
          answer.failed(legibleLine(`${key} ${JSON.stringify(params)}`, MOST_DETAIL));
        },
      );
      return {
        input: (bytes) => void channel.then((opened) => opened?.write(bytes)),
        end: () => void channel.then((opened) => opened?.end()),
      };
    },
    failure: () => failure,
    close: () => void route?.then(({ close }) => close()).catch(() => undefined),
  };
};

/** Has a machine of the run carry out what was asked; machines of others are unknown. */
export const onMachineOf =
  (machines: ReadonlyMap<string, PlaybookMachine>) => (asked: Asked, answer: Answer) => {
    const machine = machines.get(asked.host);
    if (machine) return machine.run(asked.command, answer);
    answer.failed(`${legibleLine(asked.host, MOST_DETAIL)} is no machine of this run.`);
    return { input: () => undefined, end: () => undefined };
  };
