import { availableParallelism } from 'node:os';
import {
  readEnvironment,
  type SharedConfig,
  sharedConfig,
  sharedVariables,
} from '@gatehouse/component/platform/environment.ts';
import { z } from 'zod';

/** The settings of a runner. */
export type RunnerConfig = SharedConfig & {
  /** Targets at the same time; databases among them, and starts of Ansible, each with many targets. */
  parallel: number;
  databases: number;
  playbooks: number;
  /** Whether playbooks run although this machine cannot confine them. */
  unconfined: boolean;
};

/** Targets wait for their machines most of the time; databases need a process each. */
const perCore = { parallel: 50, databases: 4, playbooks: 2 };
const MOST_PARALLEL = 500;

const variables = sharedVariables.extend({
  GATEHOUSE_RUNNER_PARALLEL: z.coerce.number().int().min(1).max(MOST_PARALLEL).optional(),
  GATEHOUSE_RUNNER_UNCONFINED: z.enum(['true', 'false']).default('false'),
});

/** The settings of a runner in its environment. */
export const readConfig = (env: Record<string, string | undefined>): RunnerConfig => {
  const value = readEnvironment(variables, env);
  const cores = availableParallelism();
  const parallel = value.GATEHOUSE_RUNNER_PARALLEL ?? Math.min(MOST_PARALLEL, perCore.parallel * cores);
  return {
    ...{ ...sharedConfig(value), parallel },
    databases: Math.min(parallel, perCore.databases * cores),
    playbooks: perCore.playbooks * cores,
    unconfined: value.GATEHOUSE_RUNNER_UNCONFINED === 'true',
  };
};
