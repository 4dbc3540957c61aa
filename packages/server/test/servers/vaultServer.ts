import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onBody } from '../../../../scripts/servers/onBody.ts';

type Entry = { value: unknown; version: number };
type Asked = { method: string; path: string; token: string };

/** How the vault behaves: usually, or as in trouble. */
export type VaultMood = 'usual' | 'sealed' | 'broken' | 'silent' | 'moved' | 'read only' | 'babbling';

const answer = (response: ServerResponse, status: number, body?: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
};

/** Answers that do not depend on what is asked. */
const moods: Readonly<Partial<Record<VaultMood, (response: ServerResponse) => void>>> = {
  sealed: (response) => answer(response, 503, { errors: ['Vault is sealed'] }),
  broken: (response) => answer(response, 500, { errors: ['internal error: 1 error occurred'] }),
  silent: () => undefined,
  moved: (response) => response.writeHead(307, { location: 'http://127.0.0.9/v1/' }).end(),
  babbling: (response) => response.writeHead(200).end('x'.repeat(2_000_000)),
};

/** Counts a request as in flight for as long as it takes. */
const onItsWay = async (kind: { now: number; most: number }, slowMs: number): Promise<void> => {
  kind.now += 1;
  kind.most = Math.max(kind.most, kind.now);
  if (slowMs) await sleep(slowMs);
  kind.now -= 1;
};

/**
 * A vault with a KV v2 engine at `mount`, as far as its HTTP API is documented: data, check-and-set, metadata,
 * and the answers of a sealed or failing vault.
 */
export const startVaultServer = async ({ mount = 'gatehouse' } = {}) => {
  const token = `hvs.${randomUUID()}`;
  const entries = new Map<string, Entry>();
  const asked: Asked[] = [];
  let mood: VaultMood = 'usual';
  let afterWrite: (count: number) => unknown = () => undefined;
  const load = { slowMs: 0, now: 0, most: 0 };
  const reads = { now: 0, most: 0 };

  const metadata = ({ version }: Entry) => ({ version, deletion_time: '', destroyed: false });
  const serve = async (request: IncomingMessage, response: ServerResponse, sent: string) => {
    const path = decodeURIComponent(request.url ?? '');
    const { method = '', headers } = request;
    asked.push({ method, path, token: String(headers['x-vault-token'] ?? '') });
    const body = JSON.parse(sent || '{}');
    const odd = moods[mood];
    if (odd) return odd(response);
    if (headers['x-vault-token'] !== token) return answer(response, 403, { errors: ['permission denied'] });
    const [, kind, name = ''] = new RegExp(`^/v1/${mount}/(data|metadata)/(.+)$`).exec(path) ?? [];
    if (!kind) return answer(response, 404, { errors: [`no handler for route "${path.slice(4)}"`] });
    const found = entries.get(name);
    if (kind === 'metadata' && method === 'DELETE') {
      entries.delete(name);
      return answer(response, 204);
    }
    if (kind !== 'data') return answer(response, 405, { errors: ['unsupported operation'] });
    if (method === 'GET') {
      await onItsWay(reads, load.slowMs);
      return found
        ? answer(response, 200, { data: { data: found.value, metadata: metadata(found) } })
        : answer(response, 404, { errors: [] });
    }
    if (mood === 'read only')
      return answer(response, 403, { errors: ['1 error occurred: permission denied'] });
    await onItsWay(load, load.slowMs);
    if (body.options?.cas === 0 && found)
      return answer(response, 400, { errors: ['check-and-set parameter did not match the current version'] });
    const entry = { value: body.data, version: (found?.version ?? 0) + 1 };
    entries.set(name, entry);
    await afterWrite(entries.size);
    answer(response, 200, { data: metadata(entry) });
  };
  const server = createServer((request, response) => {
    onBody(request, (sent) => serve(request, response, sent.toString()));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    token,
    mount,
    /** What the vault holds, by path. */
    entries,
    asked,
    behave: (as: VaultMood) => {
      mood = as;
    },
    /** How long a request takes, and how many writes and reads were in flight at once. */
    load,
    reads,
    /** Called with the number of entries after each write, which is answered once the call is done. */
    whenWritten: (call: (count: number) => unknown) => {
      afterWrite = call;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
};

/** The fixture of tests with a vault. */
export type VaultServer = Awaited<ReturnType<typeof startVaultServer>>;
