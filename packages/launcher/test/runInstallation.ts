import { startGatehouse } from '../src/app/startGatehouse.ts';
import { readConfig } from '../src/platform/config.ts';
import { createTerminal } from '../src/platform/terminal.ts';

// Run by a test as a separate launcher that is then killed.
const [project] = process.argv.slice(2);
await startGatehouse({
  config: readConfig(process.env, []),
  project: project!,
  environment: process.env,
  terminal: createTerminal(process.stdout, { NO_COLOR: '1' }),
  signal: new AbortController().signal,
});
