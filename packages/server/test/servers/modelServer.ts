import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request as the model received it. */
export type ModelRequest = {
  url: string;
  headers: IncomingHttpHeaders;
  body: { model: string; stream?: boolean; messages: { role: string; content: string }[] };
};
type Answering = (response: ServerResponse, request: ModelRequest) => void | Promise<void>;

const textIn = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const event = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

/** Answers in pieces, as streaming services do, with a pause after each: milliseconds, or until it is over. */
export const inPieces =
  (pieces: readonly string[], pause: number | (() => Promise<unknown>) = 0): Answering =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(
      `: comment\n\ndata: ${JSON.stringify({ choices: [{ delta: { role: 'assistant' } }] })}\n\n`,
    );
    for (const piece of pieces) {
      if (response.destroyed) return;
      response.write(event(piece));
      await (typeof pause === 'number' ? sleep(pause) : pause());
    }
    response.end('data: [DONE]\n\n');
  };

/** Writes the first piece and then nothing, until the client disconnects. */
export const andThenNothing =
  (piece: string, left: () => void): Answering =>
  (response) => {
    response.on('close', left);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event(piece));
  };

/** Answers all at once. */
export const atOnce =
  (content: string): Answering =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  };

/** Refuses with a status. */
export const withStatus =
  (status: number, body: object = { error: { message: 'inner-detail' } }, headers = {}): Answering =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** A local service with OpenAI's streaming protocol; `answer` sets how it answers from now on. */
export const startModel = async () => {
  const requests: ModelRequest[] = [];
  let answering: Answering = inPieces(['Hello', ' there']);
  const server = createServer((request, response) => {
    const work = async () => {
      const seen: ModelRequest = {
        url: request.url ?? '',
        headers: request.headers,
        body: JSON.parse((await textIn(request)) || '{}'),
      };
      requests.push(seen);
      await answering(response, seen);
    };
    work().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    origin: `http://127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/v1`,
    answer: (next: Answering) => {
      answering = next;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
