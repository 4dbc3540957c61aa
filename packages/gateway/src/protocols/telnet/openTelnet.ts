import { connectTelnet, type TelnetConnection } from '@gatehouse/component/engine/telnet/connectTelnet.ts';
import type { OpenChannel, TerminalEnd } from '../channel.ts';

const terminalEnd = ({ reached: { socket }, wire, held }: TelnetConnection): TerminalEnd => ({
  write: wire.write,
  pause: () => socket.pause(),
  resume: () => socket.resume(),
  resize: wire.negotiation.resize,
  listen: ({ output, ended }) => {
    for (const bytes of held()) output(bytes);
    wire.hear(output, ended);
    socket.resume();
  },
});

/** A terminal over Telnet; the login answers the asset's prompts (decision 0147). */
export const openTelnet: OpenChannel = async (secret, deps) => {
  const connection = await connectTelnet(secret, deps);
  return {
    kind: 'terminal',
    facts: { gateway: connection.reached.gateway, host_key: null },
    begin: async (size) => {
      connection.wire.negotiation.resize(size);
      return terminalEnd(connection);
    },
    close: connection.reached.close,
  };
};
