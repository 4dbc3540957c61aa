import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ConnectionSecret, HostKeyReport } from '@gatehouse/contract/wire/connection.ts';
import type {
  CommandRow,
  LifecycleEvent,
  SessionCreate,
  SessionPatch,
} from '@gatehouse/contract/wire/terminal.ts';
import { type WebSocket, WebSocketServer } from 'ws';

/** A session row as a gateway left it. */
type SessionRow = SessionCreate &
  SessionPatch & { events: LifecycleEvent[]; replay: Buffer | null; formerHolder?: true | undefined };

export const BOOTSTRAP = 'bootstrap-token-of-the-test';

/** A small control plane that speaks the component wire and remembers what it was told. */
export type FakeCore = Awaited<ReturnType<typeof startFakeCore>>;

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const fileOf = (body: Buffer): Buffer => {
  const name = body.indexOf('name="file"');
  const start = body.indexOf('\r\n\r\n', name) + 4;
  return body.subarray(start, body.lastIndexOf('\r\n--'));
};

export const startFakeCore = async () => {
  const keys = new Map<string, string>();
  const formerKeys = new Map<string, string>();
  const secrets = new Map<string, ConnectionSecret>();
  const sessions = new Map<string, SessionRow>();
  const commands = new Map<string, CommandRow>();
  const hostKeys = new Map<string, HostKeyReport>();
  const reportedKeys: HostKeyReport[] = [];
  const finishedTasks: string[] = [];
  const registrations: { name: string }[] = [];
  const renewals = new Map<string, { ok: boolean; msg: string; expire_at: number | null }>();
  const heartbeats: { sessions: string[] }[] = [];
  const config: Record<string, unknown> = {
    SECURITY_MAX_IDLE_TIME: 30,
    SECURITY_MAX_SESSION_TIME: 24,
    TERMINAL_HEARTBEAT_INTERVAL: 1,
  };
  const components = new Set<WebSocket>();
  const sockets = new Set<Socket>();
  let taken = 0;
  let failUploads = 0;
  const monitors = new Set<string>();

  const signedBy = (
    request: IncomingMessage,
    authorization = request.headers.authorization,
    known = keys,
  ): boolean => {
    const match = /keyId="([^"]+)".*signature="([^"]+)"/.exec(authorization ?? '');
    const secret = known.get(match?.[1] ?? '');
    if (!secret) return false;
    const text = `(request-target): ${request.method?.toLowerCase()} ${request.url}\ndate: ${request.headers.date}`;
    return createHmac('sha256', secret).update(text).digest('base64') === match?.[2];
  };

  type Answer = [status: number, body: unknown];
  const register = (body: { name: string }): Answer => {
    if (registrations.some((one) => one.name === body.name)) return [400, { name: ['exists'] }];
    registrations.push(body);
    const access_key = { id: crypto.randomUUID(), secret: crypto.randomUUID(), is_active: true };
    keys.set(access_key.id, access_key.secret);
    const service_account = { id: crypto.randomUUID(), name: body.name, access_key };
    return [201, { ...body, remote_addr: '127.0.0.1', service_account }];
  };
  const redeem = (body: { id: string }): Answer => {
    const secret = secrets.get(body.id);
    if (!secret) return [404, { detail: 'Connection token does not exist', code: 'object_does_not_exist' }];
    secrets.delete(body.id);
    return [200, secret];
  };
  const judge = (report: HostKeyReport): Answer => {
    reportedKeys.push(report);
    const place = `${report.asset} ${report.address} ${report.port}`;
    const known = hostKeys.get(place);
    if (!known) hostKeys.set(place, report);
    const trusted = !known || known.key === report.key;
    return [trusted ? 200 : 201, { id: crypto.randomUUID(), status: trusted ? 'trusted' : 'changed' }];
  };
  const session = (request: IncomingMessage, path: string, method: string, raw: Buffer): Answer => {
    const [, id = '', action = ''] = /sessions\/([^/]+)\/(?:([^/]+)\/)?$/.exec(path) ?? [];
    const row = sessions.get(id);
    if (action === 'take-over') {
      if (!row || !signedBy(request, String(request.headers['x-former-authorization']), formerKeys))
        return [404, {}];
      if (row.has_replay) return [200, { state: 'complete' }];
      row.formerHolder = undefined;
      return [200, { state: 'taken' }];
    }
    if (!row || row.formerHolder) return [404, { detail: 'No such session' }];
    if (method === 'PATCH') {
      Object.assign(row, JSON.parse(raw.toString()));
      return [200, row];
    }
    if (action === 'lifecycle_log') {
      row.events.push(JSON.parse(raw.toString()));
      return [200, { msg: 'ok', id: crypto.randomUUID() }];
    }
    if (failUploads > 0) {
      failUploads -= 1;
      return [503, {}];
    }
    row.replay = fileOf(raw);
    return [201, { url: '/media/replay/x.cast.gz' }];
  };

  const route = (request: IncomingMessage, raw: Buffer): Answer => {
    const { method = 'GET', url = '' } = request;
    const path = url.split('?')[0] ?? '';
    const json = () => JSON.parse(raw.toString() || 'null');
    if (path === '/api/v1/terminal/terminal-registrations/') {
      const allowed = request.headers.authorization?.endsWith(` ${BOOTSTRAP}`);
      return allowed ? register(json()) : [401, {}];
    }
    if (path === '/api/v1/users/profile/') {
      const name = /who=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
      return name ? [200, { id: name, name, username: name }] : [401, {}];
    }
    if (!signedBy(request)) return [401, { code: 'authentication_failed' }];
    if (path.endsWith('/super-connection-token/secret/')) return redeem(json());
    if (path.endsWith('/super-connection-token/renewal/')) {
      return [200, renewals.get(json().id) ?? { ok: true, msg: '', expire_at: null }];
    }
    if (path.endsWith('/host-keys/')) return judge(json());
    if (path.endsWith('/terminals/config/')) return [200, config];
    if (path.endsWith('/terminals/status/')) {
      heartbeats.push(json());
      return [201, []];
    }
    if (path.endsWith('/sessions/join/validate/')) {
      return monitors.has(json().user_id) ? [200, { ok: true, msg: '' }] : [401, { ok: false, msg: 'no' }];
    }
    if (path.endsWith('/terminal/sessions/') && method === 'POST') {
      const row = json() as SessionCreate;
      if (sessions.has(row.id)) return [400, { id: ['exists'] }];
      sessions.set(row.id, { ...row, events: [], replay: null });
      return [201, row];
    }
    if (path.endsWith('/terminal/commands/')) {
      const rows = json() as CommandRow[];
      if (
        !rows.every(
          (row) => sessions.get(row.session)?.formerHolder === undefined && sessions.has(row.session),
        )
      )
        return [404, { code: 'object_does_not_exist' }];
      for (const row of rows) commands.set(row.id ?? crypto.randomUUID(), row);
      return [201, 'ok'];
    }
    const task = /\/tasks\/([^/]+)\/$/.exec(path);
    if (task && method === 'PATCH') {
      finishedTasks.push(task[1] ?? '');
      return [200, {}];
    }
    if (path.startsWith('/api/v1/terminal/sessions/')) return session(request, path, method, raw);
    return [404, { error: 'Not found' }];
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const [status, body] = route(request, await bodyOf(request));
    taken += 1;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const upgrades = new WebSocketServer({ noServer: true });
  const build = (): Server => {
    const server = createServer((request, response) => void handle(request, response));
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.on('upgrade', (request, socket, head) => {
      if (request.url !== '/ws/terminal-task/' || !signedBy(request)) return socket.destroy();
      upgrades.handleUpgrade(request, socket, head, (component) => {
        components.add(component);
        component.on('close', () => components.delete(component));
        component.on('message', (data: Buffer) => heartbeats.push(JSON.parse(data.toString()).payload));
        component.send(Buffer.from('[]'), { binary: true });
      });
    });
    return server;
  };
  let server = build();
  let port = 0;
  const up = async () => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  const down = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
    server = build();
  };
  await up();

  return {
    url: `http://127.0.0.1:${port}`,
    config,
    sessions,
    commands,
    hostKeys,
    reportedKeys,
    finishedTasks,
    registrations,
    renewals,
    heartbeats,
    monitors,
    components,
    /** Access keys become unknown, as in a fresh database. */
    forgetKeys: () => keys.clear(),
    /** Every component is deleted: its key is unknown, its sessions are nobody's. */
    deleteComponents: () => {
      for (const [id, secret] of keys) formerKeys.set(id, secret);
      keys.clear();
      registrations.length = 0;
      for (const row of sessions.values()) row.formerHolder = true;
    },
    failUploads: (times: number) => {
      failUploads = times;
    },
    /** Offers a one-time connection token. */
    offer: (secret: ConnectionSecret) => {
      secrets.set(secret.id, secret);
      return secret.id;
    },
    task: (name: string, args: string, by: string) => {
      const task = { id: crypto.randomUUID(), name, args, kwargs: { terminated_by: by }, is_finished: false };
      for (const component of components)
        component.send(Buffer.from(JSON.stringify([task])), { binary: true });
      return task.id;
    },
    taken: () => taken,
    commandsOf: (id: string) =>
      [...commands.values()]
        .filter((row) => row.session === id)
        .sort((a, b) => (a.offset_ms ?? 0) - (b.offset_ms ?? 0)),
    up,
    down,
  };
};
