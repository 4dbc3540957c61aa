import { readEnvironment, sharedConfig, sharedVariables } from '@gatehouse/component/platform/environment.ts';
import { runProgram } from '@gatehouse/component/platform/program.ts';
import { startRunner } from './runner.ts';

await runProgram({
  name: 'runner',
  readConfig: (env) => sharedConfig(readEnvironment(sharedVariables, env)),
  start: startRunner,
});
