import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { endRefusedAtOnce } from '../flows/accessRules/endRefusedSignIns.ts';
import { createAuditStream } from '../flows/auditStream/auditStream.ts';
import { syncTasks } from '../flows/tasks/syncTasks.ts';
import { addressOf, type Config, readConfig } from '../platform/config.ts';
import { openPool, untilAnswers } from '../platform/database.ts';
import { createKeyReporter } from '../platform/masterKey/keyReports.ts';
import { migrate } from '../platform/migrate.ts';
import { createNotices } from '../platform/notices.ts';
import { Refusal, refusalExitCode } from '../platform/refusal.ts';
import { compose } from './compose.ts';
import { closeAtOnce, deliverAtOnce, everyJob, moveAtOnce } from './jobs.ts';
import { standBy } from './standBy.ts';
import { addTls } from './tls.ts';

/** Maximum time for a stop; then the process exits, which cuts open connections. */
const drainMs = 12_000;

/** How often each server loads, or creates, the key pairs with which browsers encrypt secrets. */
const keysMs = 10 * 60_000;

/** Time that background jobs have to end when the server stops. */
const jobsEndMs = 5_000;

/** Maximum number of connections for housekeeping, background jobs and their queue. */
const unhurriedConnections = 4;

/**
 * Maximum number of connections for exports, which have their own so that heavy ones delay neither requests
 * nor housekeeping.
 */
const exportConnections = 2;
const exportStatementSeconds = 600;

const stopOnSignal = (stop: () => Promise<void>) => {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      const drained = stop().then(() => process.exit(0));
      void Promise.race([drained, sleep(drainMs)]).finally(() => process.exit(0));
    });
};

/**
 * With a certificate, clients connect over TLS; our components use the internal address without TLS, if there
 * is one. Without a certificate, clients and components use the same address.
 */
const listen = async (app: FastifyInstance, config: Config): Promise<void> => {
  const { GATEHOUSE_TLS_CERT: cert, GATEHOUSE_TLS_KEY: key, GATEHOUSE_INTERNAL_LISTEN: internal } = config;
  const at = addressOf(config.GATEHOUSE_LISTEN);
  if (!cert || !key) return void (await app.listen(at));
  const listenTls = addTls(app, { files: { cert, key }, say: (line) => console.log(line) });
  if (internal) await app.listen(addressOf(internal));
  else await app.ready();
  await listenTls(at);
};

const start = async (config: Config): Promise<void> => {
  const { GATEHOUSE_DATABASE_URL: url, GATEHOUSE_DATABASE_POOL: most } = config;
  const pool = openPool(url, most, config.GATEHOUSE_STATEMENT_TIMEOUT);
  const unhurriedPool = openPool(url, unhurriedConnections);
  const exportPool = openPool(url, exportConnections, exportStatementSeconds);
  await untilAnswers(unhurriedPool);
  await migrate(unhurriedPool);
  const notices = createNotices(url);
  const { app, services } = await compose({
    pool,
    unhurriedPool,
    exportPool,
    config,
    notices,
    tell: (line) => console.log(line),
    logger: { level: config.GATEHOUSE_LOG_LEVEL },
  });
  const failed = (err: unknown) => app.log.error({ err }, 'housekeeping failed');
  const keyReporter = createKeyReporter({ ...services, db: services.unhurried });
  services.events.on('master_keys', () => void keyReporter.report().catch(failed));
  await keyReporter.start(failed);
  const timer = setInterval(() => void services.clientKeys.rotate().catch(failed), keysMs).unref();
  const off = await syncTasks(services.jobs.declared(), services.unhurried);
  const jobFailed = (err: unknown, job: string) => app.log.warn({ err, job }, 'background job');
  await services.jobs.start(everyJob(services), jobFailed, off);
  const leave = await standBy(services, notices, failed);
  deliverAtOnce(services, failed);
  moveAtOnce(services, failed);
  const stopClosing = closeAtOnce(services, failed);
  endRefusedAtOnce(services, failed);
  services.gatewayWatch.start(failed);
  const auditStream = createAuditStream({ db: services.unhurried, settings: services.settings });
  auditStream.start(failed);
  stopOnSignal(async () => {
    clearInterval(timer);
    await stopClosing();
    await keyReporter.stop();
    await services.gatewayWatch.stop();
    await auditStream.stop();
    await services.jobs.close(jobsEndMs);
    await leave();
    await app.close();
    await Promise.all([pool.end(), unhurriedPool.end(), exportPool.end()]);
  });
  await listen(app, config);
};

// The launcher also loads this file without running it, to have it compiled.
if (import.meta.main)
  try {
    await start(readConfig(process.env));
  } catch (error) {
    const isRefusal = error instanceof Refusal;
    console.error(isRefusal ? error.message : error);
    process.exit(isRefusal ? refusalExitCode : 1);
  }
