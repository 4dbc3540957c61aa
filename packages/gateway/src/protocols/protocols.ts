import type { OpenChannel } from './channel.ts';

/** Every protocol of this gateway by wire name; each is loaded on first use. */
export const protocols: Readonly<Record<string, OpenChannel>> = {
  ssh: async (secret, deps) => (await import('./ssh/openSsh.ts')).openSsh(secret, deps),
  telnet: async (secret, deps) => (await import('./telnet/openTelnet.ts')).openTelnet(secret, deps),
};
