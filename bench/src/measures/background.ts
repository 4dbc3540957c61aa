import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { everyJob } from '../../../packages/server/src/app/jobs.ts';
import type { Measure } from '../report.ts';
import type { WholeServer } from '../wholeServer.ts';
import { askMeanwhile } from './meanwhile.ts';

/** Budget of a list while work goes on in the background, in milliseconds. */
const meanwhile = { p95: 100 };
const dayS = 86_400;
const seedBatch = 500_000;

/** Runs a job of the server to its end, here and now. */
const runJob = async ({ services }: WholeServer, name: string): Promise<void> => {
  const job = everyJob(services).find(({ definition }) => definition.name === name);
  if (!job) throw new Error(`there is no job ${name}`);
  const signal = new AbortController().signal;
  const run = { id: '', attempt: 1, signal, progress: () => undefined, log: () => undefined };
  await job.handle({}, run);
};

const startMailSink = async () => {
  const worker = new Worker(new URL('../mailSink.ts', import.meta.url));
  const [port] = (await once(worker, 'message')) as [number];
  const taken = async (): Promise<number> => {
    worker.postMessage('how many');
    return ((await once(worker, 'message')) as [number])[0];
  };
  return { port, taken, stop: () => worker.terminate() };
};

const receivers = (
  many: number,
) => sql`insert into users_user (id, name, username, email, public_key, mfa_level, source,
    wechat, need_update_password, is_active, is_service_account, is_first_login, date_expired, date_joined, created_by, updated_by)
  select gen_random_uuid(), 'Reader ' || i, 'reader' || i, 'reader' || i || '@bench.local', '', 0, 'local', '', false, true, false,
    false, '2099-01-01', now(), 'System', 'System' from generate_series(1, ${many}::int) i`;

/** Sends one message to `many` users, as site messages and by mail; fails unless each mail arrives. */
export const measureMessages = async (server: WholeServer, many: number): Promise<Measure[]> => {
  const { db, settings } = server.services;
  const sink = await startMailSink();
  await db.rows(receivers(many));
  const mail = { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(sink.port) };
  const account = { EMAIL_HOST_USER: 'gate@example.com', EMAIL_HOST_PASSWORD: 'mail-secret' };
  await settings.set({ ...mail, ...account }, db);
  await settings.reload();
  const sent = { subject: 'Tonight', message: '<p>We move house.</p>', is_broadcast: true };
  let began = performance.now();
  const answer = await server.admin.call('POST', '/api/v1/notifications/site-messages/send/', sent);
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  const acceptedS = (performance.now() - began) / 1000;
  began = performance.now();
  const lists = await askMeanwhile(
    ['/api/v1/users/users/?limit=15', '/api/v1/notifications/site-messages/?limit=15'].map(
      (url) => () => server.get(url),
    ),
    () => runJob(server, 'deliver_messages'),
  );
  const seconds = (performance.now() - began) / 1000;
  const taken = await sink.taken();
  await sink.stop();
  if (taken < many) throw new Error(`${taken} of ${many} mails arrived`);
  const what = `${many} messages`;
  return [
    { what: `${what}: accepted`, unit: 's', values: [acceptedS], budget: { max: 5 } },
    { what: `${what}: delivered by mail`, unit: '1/s', values: [taken / seconds], floor: 33 },
    { what: `${what}: lists meanwhile`, unit: 'ms', values: lists, budget: meanwhile },
  ];
};

const pastCommands = (
  latest: number,
  from: number,
  to: number,
) => sql`insert into terminal_command (org_id, "user", asset, account, input, output, session, risk_level, timestamp)
  select ${DEFAULT_ORG_ID}::uuid, 'User(user)', 'web-' || i % 100000, 'root(root)', 'ls ' || i, 'total 12', md5((i / 10)::text)::uuid::text,
    case when i % 100 = 0 then 5 else 0 end, ${latest}::bigint - i from generate_series(${from}::bigint, ${to}::bigint) i`;

/** Removes `many` commands past their retention, while commands, sessions and users are listed. */
export const measureCleanUp = async (server: WholeServer, many: number): Promise<Measure[]> => {
  const { unhurried } = server.services;
  const now = Math.floor(Date.now() / 1000);
  for (let from = 1; from <= many; from += seedBatch)
    await unhurried.rows(pastCommands(now - 201 * dayS, from, Math.min(many, from + seedBatch - 1)));
  await unhurried.rows(pastCommands(now, 1, many / 100));
  await unhurried.rows(sql`vacuum analyze terminal_command`);
  const began = performance.now();
  const lists = await askMeanwhile(
    ['terminal/commands', 'terminal/sessions', 'users/users'].map(
      (path) => () => server.get(`/api/v1/${path}/?limit=15&offset=0`),
    ),
    () => runJob(server, 'clean_up'),
  );
  const seconds = (performance.now() - began) / 1000;
  const [left] = await unhurried.rows<{ rows: number }>(
    sql`select count(*)::int as rows from terminal_command`,
  );
  if (left?.rows !== many / 100) throw new Error(`${left?.rows} commands are left`);
  const what = `clean-up of ${many} commands`;
  return [
    { what, unit: '1/s', values: [many / seconds], floor: 1_000 },
    { what: `${what}: lists meanwhile`, unit: 'ms', values: lists, budget: meanwhile },
  ];
};
