import { linesIn } from './linesIn.ts';

/** Files that open connections, and where to. */
const doors = [
  // Every request of the server.
  'server/src/platform/outgoing/outgoing',
  // Components to their server, whose address is in their environment.
  'component/src/platform/http',
  'component/src/engine/taskSocket',
  // Components to machines, as the rules of access say.
  'component/src/engine/ssh/dial',
  // TLS over a connection that is open already.
  'runner/src/engine/tlsOver',
  // The runner to the sockets of its own runs.
  'runner/src/engine/confine/answered',
  // The launcher to the programs it started.
  'launcher/src/platform/address',
];

const imported = `from '(?:node:)?(?:net|tls|https?|http2|dgram|undici|ws|axios|got|node-fetch)'`;
// Types, what listens, and what tells addresses apart.
const names = 'type \\w+|isIP|BlockList|createSecureContext|createServer|WebSocketServer';
const harmless = `import type |import \\{(?: (?:${names}),?)* \\}`;

/** Places outside of the doors that send requests or open connections. */
export const outgoingDoors = (root: string): Promise<string[]> =>
  linesIn(root, {
    files: 'packages/{server,component,gateway,runner,launcher}/src/**/*.ts',
    line: new RegExp(`(?<![\\w.$'])fetch\\(|new (?:WebSocket|EventSource)\\(|^(?!${harmless}).*${imported}`),
    but: new RegExp(`\\.test\\.ts$|^packages/(?:${doors.join('|')})\\.ts$`),
  });
