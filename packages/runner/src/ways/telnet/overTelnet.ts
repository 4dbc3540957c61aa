import { connectTelnet } from '@gatehouse/component/engine/telnet/connectTelnet.ts';
import { routeFor, type Way } from '../../engine/way.ts';

/** Signs in over Telnet by the prompts of the platform; that this succeeds is all there is to know. */
export const overTelnet: Way = async ({ connection }, deps) => {
  const { reached } = await connectTelnet(connection, { ...routeFor(connection, deps), warn: deps.warn });
  reached.close();
  return {};
};
