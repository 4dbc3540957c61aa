import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createInterface } from 'node:readline';
import { onBody } from '../../../scripts/servers/onBody.ts';

type Call = { headers: IncomingHttpHeaders; body: string };

/** Servers of the customer: one takes HTTP calls, one takes lines over TCP; both keep what arrived. */
export const startReceivers = async () => {
  const calls: Call[] = [];
  const lines: string[] = [];
  const web = createServer((request, response) => {
    onBody(request, (bytes) => {
      const body = bytes.toString();
      calls.push({ headers: request.headers, body });
      // What Huawei Cloud answers; other senders look at the status only.
      response.end('{"code":"000000"}');
    });
  });
  const stream = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    createInterface({ input: socket }).on('line', (line) => lines.push(line));
  });
  const listen = (server: typeof stream) =>
    new Promise<number>((done) =>
      server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)),
    );
  const [webPort, streamPort] = [await listen(web), await listen(stream)];
  return {
    url: `http://127.0.0.1:${webPort}/`,
    calls,
    streamPort,
    lines,
    stop: () => {
      web.close();
      web.closeAllConnections();
      stream.close();
    },
  };
};
