import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { cleanUp } from '../flows/audit/cleanUp.ts';
import { closeOrphans } from '../flows/components/heartbeat.ts';
import { addressOf, type Config, readConfig } from '../platform/config.ts';
import { openPool, untilAnswers } from '../platform/database.ts';
import { migrate } from '../platform/migrate.ts';
import { everyDay } from '../platform/nightly.ts';
import { createNotices } from '../platform/notices.ts';
import { Refusal, refusalExitCode } from '../platform/refusal.ts';
import { sweepSessions } from '../resources/users/user/sessions.ts';
import { compose } from './compose.ts';
import type { Services } from './services.ts';
import { addTls } from './tls.ts';

/** Longest a stop may take before what is still open is cut off. */
const drainMs = 12_000;

/** Housekeeping every few minutes: expired sessions and cache entries, lost terminals, tomorrow's key pair. */
const tidyMs = 10 * 60_000;

const keepTidy = (services: Services, failed: (error: unknown) => void): NodeJS.Timeout => {
  const tidy = async () => {
    await sweepSessions(services.db);
    await closeOrphans(services.db);
    await services.cache.sweep(services.db);
    await services.clientKeys.rotate();
  };
  return setInterval(() => void tidy().catch(failed), tidyMs).unref();
};

/** Exports have connections of their own, so that heavy ones keep neither requests nor housekeeping waiting. */
const exportConnections = 2;
const exportStatementSeconds = 600;

/** Hour at which logs and recordings past their time are removed. */
const cleanUpHour = 2;

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

/** With a certificate people come by TLS, and only parts of ours by the internal address; otherwise all by one. */
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
  const unhurriedPool = openPool(url, 2);
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
  const unhurried = { ...services, db: services.unhurried };
  const timer = keepTidy(unhurried, failed);
  const nightly = { hour: cleanUpHour, zone: config.GATEHOUSE_TIME_ZONE, failed };
  const endNights = everyDay(nightly, () => cleanUp(unhurried));
  stopOnSignal(async () => {
    clearInterval(timer);
    endNights();
    await app.close();
    await Promise.all([pool.end(), unhurriedPool.end(), exportPool.end()]);
  });
  await listen(app, config);
};

try {
  await start(readConfig(process.env));
} catch (error) {
  const isRefusal = error instanceof Refusal;
  console.error(isRefusal ? error.message : error);
  process.exit(isRefusal ? refusalExitCode : 1);
}
