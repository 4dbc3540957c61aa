import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { onBody } from './onBody.ts';

test('a request that is cut off in its body is dropped, and the next one is taken whole', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    onBody(request, (body) => {
      bodies.push(body.toString());
      response.end();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
  const [request] = await once(server, 'request');
  client.destroy();
  await new Promise((closed) => request.on('close', closed));
  await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'whole' });
  // An unhandled error fails the run by itself.
  expect(bodies).toEqual(['whole']);
});
