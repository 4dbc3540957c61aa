import { readEnvironment, sharedConfig, sharedVariables } from '@gatehouse/component/platform/environment.ts';
import { runProgram } from '@gatehouse/component/platform/program.ts';
import { startRunner } from './runner.ts';

// The launcher also loads this file without running it, to have it compiled.
if (import.meta.main)
  await runProgram({
    name: 'runner',
    readConfig: (env) => sharedConfig(readEnvironment(sharedVariables, env)),
    start: startRunner,
  });
