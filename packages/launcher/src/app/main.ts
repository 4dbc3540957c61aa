import { projectFolder, readConfig } from '../platform/config.ts';
import { Refusal } from '../platform/refusal.ts';
import { createTerminal } from '../platform/terminal.ts';
import { type Installation, startGatehouse } from './startGatehouse.ts';

const terminal = createTerminal(process.stdout, process.env);
// A signal that follows another within this time is npm's repetition of it, not a second Ctrl+C.
const echoMs = 500;
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const explain = (error: unknown): string =>
  error instanceof Refusal ? error.message : ((error as Error)?.stack ?? String(error));

const abort = new AbortController();

const main = async () => {
  let installation: Installation | undefined;
  let stoppingSince = 0;
  let ending: Promise<void> | undefined;
  const end = (code: number) => {
    ending ??= (installation?.stop() ?? Promise.resolve()).finally(() => process.exit(code));
    return ending;
  };
  for (const name of stopSignals) {
    process.on(name, () => {
      if (stoppingSince === 0) {
        stoppingSince = Date.now();
        terminal.say('stopping', 'letting sessions end; press Ctrl+C again to hurry');
        abort.abort();
        if (installation) void end(0);
      } else if (Date.now() - stoppingSince > echoMs) installation?.hurry();
    });
  }
  // Whatever fails here, the programs must not outlive us unsupervised.
  process.on('uncaughtException', (error) => {
    terminal.fail(explain(error));
    void end(1);
  });
  const config = readConfig(process.env, process.argv.slice(2));
  installation = await startGatehouse({
    config,
    project: projectFolder,
    environment: process.env,
    terminal,
    signal: abort.signal,
  });
  if (abort.signal.aborted) return end(0);
  const reason = await installation.refused.catch((error: unknown) => explain(error));
  if (!abort.signal.aborted) {
    terminal.fail(reason);
    await end(1);
  }
};

await main().catch((error: unknown) => {
  if (abort.signal.aborted) process.exit(0);
  terminal.fail(explain(error));
  process.exit(1);
});
