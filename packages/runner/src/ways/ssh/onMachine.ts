import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { Switching, WayDeps } from '../../engine/way.ts';
import { type ConnectedAs, connectAs } from './connectAs.ts';
import { type Machine, machineOf } from './machine.ts';

/** Signs in over SSH, does something on the machine, and leaves. */
export const onMachine = async <T>(
  connection: ConnectionSecret,
  switching: Switching | null | undefined,
  deps: WayDeps,
  act: (machine: Machine, route: ConnectedAs) => Promise<T>,
): Promise<T> => {
  const route = await connectAs(connection, switching, deps);
  const stop = () => route.close();
  deps.signal.addEventListener('abort', stop, { once: true });
  try {
    deps.signal.throwIfAborted();
    return await act(machineOf(route.client, connection, route.exec), route);
  } finally {
    deps.signal.removeEventListener('abort', stop);
    route.close();
  }
};
