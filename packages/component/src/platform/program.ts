import type { SharedConfig } from './environment.ts';
import { createLog, type Log } from './log.ts';

/** Exit code: restarting will not help. */
const UNUSABLE_ENVIRONMENT = 78;

const configured = <Config>(readConfig: (env: NodeJS.ProcessEnv) => Config): Config => {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(UNUSABLE_ENVIRONMENT);
  }
};

/** Runs a component as the program of this process: from its environment to the signal that stops it. */
export const runProgram = async <
  Config extends SharedConfig,
  Running extends { stop: () => Promise<void> },
>(program: {
  name: string;
  readConfig: (env: NodeJS.ProcessEnv) => Config;
  start: (config: Config, log: Log) => Promise<Running>;
}): Promise<Running> => {
  const { name } = program;
  const config = configured(program.readConfig);
  const log = createLog(name, config.log_level);
  const fatal = (err: unknown, message: string): never => {
    log.fatal({ err }, message);
    process.exit(1);
  };
  process.on('uncaughtException', (err) => fatal(err, 'uncaught exception'));
  process.on('unhandledRejection', (err) => fatal(err, 'unhandled rejection'));

  let stopping = false;
  let running: Running | null = null;
  const stop = async (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, `${name} stops`);
    await running?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('disconnect', () => void stop('the launcher is gone'));

  running = await program.start(config, log).catch((err) => fatal(err, `the ${name} could not start`));
  return running;
};
