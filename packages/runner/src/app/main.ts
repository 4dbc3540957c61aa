import { readEnvironment, sharedConfig, sharedVariables } from '@gatehouse/component/platform/environment.ts';
import { createLog } from '@gatehouse/component/platform/log.ts';
import { startRunner } from './runner.ts';

/** Exit code: restarting will not help. */
const UNUSABLE_ENVIRONMENT = 78;

const configured = () => {
  try {
    return sharedConfig(readEnvironment(sharedVariables, process.env));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(UNUSABLE_ENVIRONMENT);
  }
};

const config = configured();
const log = createLog('runner', config.log_level);

const fatal = (err: unknown, message: string): never => {
  log.fatal({ err }, message);
  process.exit(1);
};
process.on('uncaughtException', (err) => fatal(err, 'uncaught exception'));
process.on('unhandledRejection', (err) => fatal(err, 'unhandled rejection'));

let stopping = false;
let runner: Awaited<ReturnType<typeof startRunner>> | null = null;
const stop = async (why: string) => {
  if (stopping) return;
  stopping = true;
  log.info({ why }, 'runner stops');
  await runner?.stop();
  process.exit(0);
};
process.on('SIGTERM', () => void stop('SIGTERM'));
process.on('SIGINT', () => void stop('SIGINT'));
process.on('disconnect', () => void stop('the launcher is gone'));

runner = await startRunner(config, log).catch((err) => fatal(err, 'the runner could not start'));
