import { connectRoute, type RoutedConnection } from '@gatehouse/component/engine/ssh/route.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { Client, ClientChannel } from 'ssh2';
import { placeOf, TargetFailure, targetFailure } from '../../engine/targetFailure.ts';
import { routeFor, type Switching, type WayDeps } from '../../engine/way.ts';
import { type Exec, machineOf } from './machine.ts';
import { passageOf, stepsOf } from './switching.ts';

/** A connection whose commands run as the account of the target. */
export type ConnectedAs = RoutedConnection & { exec: Exec };

const directly =
  (client: Client): Exec =>
  (command, done) =>
    client.exec(command, done);

/** Signs in with the first account; that another one is refused says nothing about the account of the target. */
const signIn = async (connection: ConnectionSecret, deps: WayDeps): Promise<RoutedConnection> => {
  try {
    return await connectRoute(connection, routeFor(connection, deps));
  } catch (error) {
    const { status, key, params, output } = targetFailure(error, connection);
    throw new TargetFailure(status === 'refused' ? 'failed' : status, key, params, {
      output,
      holds: 'untouched',
    });
  }
};

/**
 * Signs in over SSH and becomes the account of the target where it switches from others. The steps are tried before
 * anything else is sent, so only a machine on which they work ever hears more.
 */
export const connectAs = async (
  connection: ConnectionSecret,
  switching: Switching | null | undefined,
  deps: WayDeps,
): Promise<ConnectedAs> => {
  const [login] = switching?.from ?? [];
  if (!switching || !login) {
    const route = await connectRoute(connection, routeFor(connection, deps));
    return { ...route, exec: directly(route.client) };
  }
  const about = { ...placeOf(connection), method: switching.method };
  const steps = stepsOf(switching, connection.account);
  const refuse = (at: number) =>
    new TargetFailure(
      at + 1 === switching.from.length ? 'refused' : 'failed',
      'machine_su_refused',
      {
        ...about,
        from: switching.from[at]?.username ?? '',
        username: (switching.from[at + 1] ?? connection.account).username,
      },
      { holds: 'untouched' },
    );
  if (!steps) throw refuse(switching.from.length - 1);
  const route = await signIn({ ...connection, account: login }, deps);
  try {
    const passage = passageOf(steps, switching);
    const machine = machineOf(route.client, connection);
    const reached = passage.reached(await machine.run(passage.trial, passage.head));
    if (reached < steps.length) throw refuse(reached);
    const exec: Exec = (command, done) =>
      route.client.exec(passage.line(command), (error, channel: ClientChannel) => {
        if (!error) channel.write(passage.head);
        done(error, channel);
      });
    return { ...route, exec };
  } catch (error) {
    route.close();
    throw error;
  }
};
