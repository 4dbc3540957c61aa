import { createLog } from '@gatehouse/component/platform/log.ts';
import { readConfig } from '../platform/config.ts';
import { startGateway } from './gateway.ts';

/** Exit code: restarting will not help. */
const UNUSABLE_ENVIRONMENT = 78;

const configured = () => {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(UNUSABLE_ENVIRONMENT);
  }
};

const config = configured();
const log = createLog('gateway', config.log_level);

const fatal = (err: unknown, message: string): never => {
  log.fatal({ err }, message);
  process.exit(1);
};
process.on('uncaughtException', (err) => fatal(err, 'uncaught exception'));
process.on('unhandledRejection', (err) => fatal(err, 'unhandled rejection'));

let stopping = false;
let gateway: Awaited<ReturnType<typeof startGateway>> | null = null;
const stop = async (why: string) => {
  if (stopping) return;
  stopping = true;
  log.info({ why }, 'gateway stops');
  await gateway?.stop();
  process.exit(0);
};
process.on('SIGTERM', () => void stop('SIGTERM'));
process.on('SIGINT', () => void stop('SIGINT'));
process.on('disconnect', () => void stop('the launcher is gone'));

gateway = await startGateway(config, log).catch((err) => fatal(err, 'the gateway could not start'));
process.send?.({ type: 'listening', port: gateway.port });
