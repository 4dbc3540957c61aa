import type { OpenChannel } from './channel.ts';

/** Every way to a machine this gateway has, by its name on the wire; each is loaded when it is first used. */
export const protocols: Readonly<Record<string, OpenChannel>> = {
  ssh: async (secret, deps) => (await import('./ssh/openSsh.ts')).openSsh(secret, deps),
  telnet: async (secret, deps) => (await import('./telnet/openTelnet.ts')).openTelnet(secret, deps),
};
