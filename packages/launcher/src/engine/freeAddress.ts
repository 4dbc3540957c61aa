import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, addressText, tryBind } from '../platform/address.ts';
import { Refusal } from '../platform/refusal.ts';

// How long a busy port is retried: programs of a launcher killed a moment ago may still hold it.
const defaultPatienceMs = 6_000;

/** The address to listen on: the requested one, checked to be free; with port 0, any free port. */
export const freeAddress = async (
  listen: Address,
  signal: AbortSignal,
  patienceMs = defaultPatienceMs,
): Promise<Address> => {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const bound = await tryBind(listen);
    if ('port' in bound) return { ...listen, port: bound.port };
    const text = addressText(listen);
    if (bound.reason === 'EACCES')
      throw new Refusal(`This user may not listen on ${text}; choose a port above 1023.`);
    if (bound.reason !== 'EADDRINUSE')
      throw new Refusal(`${text} is no address of this machine (${bound.reason}).`);
    if (Date.now() > deadline || signal.aborted) {
      const next = addressText({ ...listen, port: listen.port + 1 });
      throw new Refusal(`${text} is in use by another program; set GATEHOUSE_LISTEN=${next}.`);
    }
    await sleep(100);
  }
};
