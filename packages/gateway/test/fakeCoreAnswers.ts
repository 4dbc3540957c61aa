import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  CONNECTION_RENEWALS_PATH,
  type ConnectionRenewal,
  type ConnectionRenewals,
  type ConnectionSecret,
  type HostKeyReport,
} from '@gatehouse/contract/wire/connection.ts';
import { userMarksIn } from '@gatehouse/contract/wire/gateway.ts';
import {
  OUTPUT_PATH,
  PLAYBOOK_FILES_PATH,
  type PlaybookFiles,
  REPORT_TARGETS_PATH,
  TAKE_TARGETS_PATH,
  type Target,
  type TargetOutput,
  type TargetReport,
  takeTargetsSchema,
  targetOutputSchema,
  targetReportSchema,
} from '@gatehouse/contract/wire/machineWork.ts';
import { COMPONENT_SIGNATURE } from '@gatehouse/contract/wire/signature.ts';
import type {
  CommandReview,
  CommandRow,
  LifecycleEvent,
  ReviewState,
  SessionCreate,
  SessionPatch,
} from '@gatehouse/contract/wire/terminal.ts';
import type { z } from 'zod';

/** A session row as a gateway left it. */
type SessionRow = SessionCreate &
  SessionPatch & { events: LifecycleEvent[]; replay: Buffer | null; formerHolder?: true | undefined };

export const BOOTSTRAP = 'bootstrap-token-of-the-test';
/** The mark of the user to whom every token belongs. */
export const VISITOR = 'mark-of-ann';

/** What the server knows and has received. */
export const createMemory = () => ({
  keys: new Map<string, string>(),
  formerKeys: new Map<string, string>(),
  secrets: new Map<string, ConnectionSecret>(),
  sessions: new Map<string, SessionRow>(),
  commands: new Map<string, CommandRow>(),
  hostKeys: new Map<string, HostKeyReport>(),
  reportedKeys: [] as HostKeyReport[],
  finishedTasks: [] as string[],
  registrations: [] as { name: string }[],
  renewals: new Map<string, ConnectionRenewal>(),
  /** The tokens whose permission was asked for while they were in use. */
  renewed: [] as string[],
  /** Number of calls that asked for renewals. */
  renewalCalls: 0,
  /** It does not know the call for many, like older servers. */
  isOld: false,
  /** Filters that the server no longer knows. */
  goneFilters: new Set<string>(),
  /** Filters about which no reviewer can be asked, with the server's reason by language. */
  unaskedFilters: new Map<string, Record<string, string>>(),
  heartbeats: [] as { sessions: string[] }[],
  monitors: new Set<string>(),
  /** Targets that wait for a runner, and what it reported. */
  targets: [] as Target[],
  takes: [] as z.infer<typeof takeTargetsSchema>[],
  targetReports: [] as TargetReport[],
  targetOutputs: [] as TargetOutput[],
  playbookFiles: [] as PlaybookFiles,
  reviews: [] as (CommandReview & { id: string; state: ReviewState; by: string })[],
  /** How often its settings were read. */
  configured: 0,
  config: {
    SECURITY_MAX_IDLE_TIME: 30,
    SECURITY_MAX_SESSION_TIME: 24,
    TERMINAL_HEARTBEAT_INTERVAL: 1,
  } as Record<string, unknown>,
  /** Number of uploads still to fail. */
  failUploads: 0,
});

type Memory = ReturnType<typeof createMemory>;
type Answer = [status: number, body: unknown];
type Call = { request: IncomingMessage; path: string; method: string; raw: Buffer };

const jsonOf = (raw: Buffer) => JSON.parse(raw.toString() || 'null');

const fileOf = (body: Buffer): Buffer => {
  const name = body.indexOf('name="file"');
  const start = body.indexOf('\r\n\r\n', name) + 4;
  return body.subarray(start, body.lastIndexOf('\r\n--'));
};

export const signedBy = (
  request: IncomingMessage,
  known: ReadonlyMap<string, string>,
  authorization = request.headers.authorization,
): boolean => {
  const match = /keyId="([^"]+)".*headers="([^"]+)".*signature="([^"]+)"/.exec(authorization ?? '');
  const secret = known.get(match?.[1] ?? '');
  if (!secret || match?.[2] !== COMPONENT_SIGNATURE.join(' ')) return false;
  const target = `(request-target): ${request.method?.toLowerCase()} ${request.url}`;
  const lines = COMPONENT_SIGNATURE.slice(1).map((name) => `${name}: ${request.headers[name]}`);
  const text = [target, ...lines].join('\n');
  return createHmac('sha256', secret).update(text).digest('base64') === match?.[3];
};

const register = (memory: Memory, body: { name: string }): Answer => {
  if (memory.registrations.some((registration) => registration.name === body.name))
    return [400, { name: ['exists'] }];
  memory.registrations.push(body);
  const access_key = { id: crypto.randomUUID(), secret: crypto.randomUUID(), is_active: true };
  memory.keys.set(access_key.id, access_key.secret);
  const service_account = { id: crypto.randomUUID(), name: body.name, access_key };
  return [201, { ...body, remote_addr: '127.0.0.1', service_account }];
};
const redeem = (memory: Memory, body: { id: string; visitor?: string }): Answer => {
  const secret = memory.secrets.get(body.id);
  if (!secret || (body.visitor !== undefined && userMarksIn(body.visitor)[0] !== VISITOR))
    return [404, { detail: 'Connection token does not exist', code: 'object_does_not_exist' }];
  memory.secrets.delete(body.id);
  return [200, secret];
};
const judge = (memory: Memory, report: HostKeyReport): Answer => {
  memory.reportedKeys.push(report);
  const place = `${report.asset} ${report.address} ${report.port}`;
  const known = memory.hostKeys.get(place);
  if (!known) memory.hostKeys.set(place, report);
  const trusted = !known || known.key === report.key;
  return [trusted ? 200 : 201, { id: crypto.randomUUID(), status: trusted ? 'trusted' : 'changed' }];
};
const session = (memory: Memory, { request, path, method, raw }: Call): Answer => {
  const [, id = '', action = ''] = /sessions\/([^/]+)\/(?:([^/]+)\/)?$/.exec(path) ?? [];
  const row = memory.sessions.get(id);
  if (action === 'take-over') {
    if (!row || !signedBy(request, memory.formerKeys, String(request.headers['x-former-authorization'])))
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
  if (memory.failUploads > 0) {
    memory.failUploads -= 1;
    return [503, {}];
  }
  row.replay = fileOf(raw);
  return [201, { url: '/media/replay/x.cast.gz' }];
};

/** Calls that need no key. */
const greeting = (memory: Memory, { request, path, raw }: Call): Answer | null => {
  if (path === '/api/v1/terminal/terminal-registrations/') {
    const allowed = request.headers.authorization?.endsWith(` ${BOOTSTRAP}`);
    return allowed ? register(memory, jsonOf(raw)) : [401, {}];
  }
  return null;
};

/** Reviews of commands: opened, asked for and closed. */
const review = (memory: Memory, { request, path, method, raw }: Call): Answer | null => {
  if (path.endsWith('/command-review/')) {
    const { cmd_filter_acl_id } = jsonOf(raw) as CommandReview;
    if (memory.goneFilters.has(cmd_filter_acl_id)) return [400, { cmd_filter_acl_id: ['does_not_exist'] }];
    const reasons = memory.unaskedFilters.get(cmd_filter_acl_id);
    const detail = reasons?.[request.headers['accept-language'] ?? 'en'];
    if (reasons) return [400, { code: 'acl_reject', detail }];
    const id = crypto.randomUUID();
    memory.reviews.push({ ...(jsonOf(raw) as CommandReview), id, state: 'pending', by: '' });
    const url = `/api/v1/tickets/super-tickets/${id}/status/`;
    return [200, { check_ticket_api: { method: 'GET', url }, close_ticket_api: { method: 'DELETE', url } }];
  }
  const [, id] = /super-tickets\/([^/]+)\/status\/$/.exec(path) ?? [];
  const found = memory.reviews.find((one) => one.id === id);
  if (!found) return null;
  if (method === 'DELETE' && found.state === 'pending') found.state = 'closed';
  return [200, { id, state: { value: found.state, label: found.state }, processor: found.by }];
};

const renewalOf = (memory: Memory, id: string): ConnectionRenewal => {
  memory.renewed.push(id);
  return memory.renewals.get(id) ?? { ok: true, msg: '', expire_at: null };
};
/** Unknown sessions are missing in its answer. */
const renewalsOf = (
  memory: Memory,
  connections: readonly { id: string; session: string }[],
): ConnectionRenewals => {
  const filters: ConnectionRenewals['filters'] = [];
  const renewals = connections.flatMap(({ id, session }) => {
    if (!memory.sessions.has(session)) return [];
    const { command_filter_acls, ...renewal } = renewalOf(memory, id);
    return {
      ...renewal,
      session,
      filters: command_filter_acls ? filters.push(command_filter_acls) - 1 : null,
    };
  });
  return { renewals, filters };
};

/** What a component asks: connection secrets, renewals, host keys, settings, and who may watch. */
const question = (memory: Memory, { path, raw }: Call): Answer | null => {
  if (path.endsWith('/super-connection-token/secret/')) return redeem(memory, jsonOf(raw));
  if (path.endsWith('/super-connection-token/renewal/')) {
    memory.renewalCalls += 1;
    return [200, renewalOf(memory, (jsonOf(raw) as { id: string }).id)];
  }
  if (path === CONNECTION_RENEWALS_PATH && !memory.isOld) {
    memory.renewalCalls += 1;
    const { connections } = jsonOf(raw) as { connections: { id: string; session: string }[] };
    return [200, renewalsOf(memory, connections)];
  }
  if (path.endsWith('/host-keys/')) return judge(memory, jsonOf(raw));
  if (path.endsWith('/terminals/config/')) {
    memory.configured += 1;
    return [200, memory.config];
  }
  if (path.endsWith('/sessions/join/validate/')) {
    const { user_id: user, visitor } = jsonOf(raw);
    const mayWatch = memory.monitors.has(user) && visitor === `mark of ${user}`;
    return mayWatch
      ? [200, { ok: true, msg: '', user: `${user}(${user})` }]
      : [401, { ok: false, msg: 'no' }];
  }
  return null;
};

/** Work on machines: given to a runner, and reported. */
const machineWork = (memory: Memory, { path, raw }: Call): Answer | null => {
  if (path === PLAYBOOK_FILES_PATH) return [200, { files: memory.playbookFiles }];
  if (path === TAKE_TARGETS_PATH) {
    const asked = takeTargetsSchema.parse(jsonOf(raw));
    memory.takes.push(asked);
    const targets = memory.targets.splice(0, asked.places);
    return [200, { targets, has_more: memory.targets.length > 0 }];
  }
  if (path === OUTPUT_PATH) {
    memory.targetOutputs.push(...targetOutputSchema.array().parse(jsonOf(raw)));
    return [200, null];
  }
  if (path !== REPORT_TARGETS_PATH) return null;
  memory.targetReports.push(...targetReportSchema.array().parse(jsonOf(raw)));
  return [200, null];
};

/** What a component reports. */
const report = (memory: Memory, call: Call): Answer | null => {
  const { path, method, raw } = call;
  const { sessions, commands } = memory;
  if (path.endsWith('/terminals/status/')) {
    memory.heartbeats.push(jsonOf(raw));
    return [201, []];
  }
  if (path.endsWith('/terminal/sessions/') && method === 'POST') {
    const row = jsonOf(raw) as SessionCreate;
    if (sessions.has(row.id)) return [400, { id: ['exists'] }];
    sessions.set(row.id, { ...row, events: [], replay: null });
    return [201, row];
  }
  if (path.endsWith('/terminal/commands/')) {
    const rows = jsonOf(raw) as CommandRow[];
    const isHeld = ({ session: id }: CommandRow) => sessions.has(id) && !sessions.get(id)?.formerHolder;
    if (!rows.every(isHeld)) return [404, { code: 'object_does_not_exist' }];
    for (const row of rows) commands.set(row.id ?? crypto.randomUUID(), row);
    return [201, 'ok'];
  }
  const task = /\/tasks\/([^/]+)\/$/.exec(path);
  if (task && method === 'PATCH') {
    memory.finishedTasks.push(task[1] ?? '');
    return [200, {}];
  }
  return path.startsWith('/api/v1/terminal/sessions/') ? session(memory, call) : null;
};

/** Answers a component's request as the server does. */
export const answerOf = (memory: Memory, request: IncomingMessage, raw: Buffer): Answer => {
  const { method = 'GET', url = '' } = request;
  const call: Call = { request, path: url.split('?')[0] ?? '', method, raw };
  const greeted = greeting(memory, call);
  if (greeted) return greeted;
  if (!signedBy(request, memory.keys)) return [401, { code: 'authentication_failed' }];
  return (
    question(memory, call) ??
    machineWork(memory, call) ??
    review(memory, call) ??
    report(memory, call) ?? [404, { error: 'Not found' }]
  );
};
