import { runProgram } from '@gatehouse/component/platform/program.ts';
import { readConfig } from '../platform/config.ts';
import { startRunner } from './runner.ts';

// The launcher also loads this file without running it, to have it compiled.
if (import.meta.main) await runProgram({ name: 'runner', readConfig, start: startRunner });
