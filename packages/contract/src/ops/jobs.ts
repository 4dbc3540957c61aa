/** The vocabulary of job center jobs (reference 06 §A.1). */

import type { TransferFile } from './fileTransfer.ts';

/** What a job does: runs a command or a playbook, or transfers files. */
export const jobTypes = ['adhoc', 'playbook', 'upload_file'] as const;

/** The types that users can choose in the form of a job; files have a page of their own. */
export const servedTypes = ['adhoc', 'playbook'] as const satisfies readonly (typeof jobTypes)[number][];

/** The modules that carry out commands on machines: what the API takes and the pages offer. */
export const jobModules = [
  'shell',
  'win_shell',
  'python',
  'mysql',
  'postgresql',
  'sqlserver',
  'raw',
  'huawei',
] as const;

/** One of these. */
export type JobModule = (typeof jobModules)[number];

/** Whether this is a module of jobs. */
export const isJobModule = (module: unknown): module is JobModule =>
  jobModules.some((known) => known === module);

/** The module of a job for a command template: templates have more names. Undefined: no job runs such commands. */
export const jobModuleFor = (module: unknown): JobModule | undefined => {
  if (module === 'mariadb') return 'mysql';
  return isJobModule(module) ? module : undefined;
};

/** What a module needs: the protocols over which it works, the preferred one first, and what commands of it may have. */
export type ModuleFacts = {
  protocols: readonly string[];
  /** A folder in which the command runs, and variables. */
  hasPlace: boolean;
};

/** What each module needs. */
export const moduleFacts: Readonly<Record<JobModule, ModuleFacts>> = {
  shell: { protocols: ['ssh'], hasPlace: true },
  win_shell: { protocols: ['ssh'], hasPlace: true },
  python: { protocols: ['ssh'], hasPlace: true },
  raw: { protocols: ['ssh'], hasPlace: false },
  postgresql: { protocols: ['postgresql'], hasPlace: false },
  mysql: { protocols: ['mysql', 'mariadb'], hasPlace: false },
  sqlserver: { protocols: ['sqlserver'], hasPlace: false },
  huawei: { protocols: ['ssh'], hasPlace: false },
};

/** Whether commands of a module may name a folder and variables. */
export const hasPlace = (module: unknown): boolean => isJobModule(module) && moduleFacts[module].hasPlace;

/** What happens on an asset that has none of the accounts that a job names. */
export const runAsPolicies = ['skip', 'privileged_first', 'privileged_only'] as const;

/** One of these policies. */
export type RunAsPolicy = (typeof runAsPolicies)[number];

/** The state of a job run; `waiting`: for its approval by a second person. */
export const jobStates = ['waiting', 'running', 'success', 'timeout', 'failed'] as const;

/** One of these states. */
export type JobState = (typeof jobStates)[number];

/** How a run ended. */
export type JobEnd = Exclude<JobState, 'waiting' | 'running'>;

/** Whether a run has ended. */
export const isEnded = (state: JobState): state is JobEnd => state !== 'waiting' && state !== 'running';

/** What happens after the first machines, if the command succeeded on all of them. */
export const canaryNexts = ['user', 'success'] as const;

/** One of these. */
export type CanaryNext = (typeof canaryNexts)[number];

/** A number of machines, or a share of them such as `10%`. */
const sharePattern = /^(?:[1-9]\d{0,4}|(?:[1-9]\d?|100)%)$/;

/** Whether a text names machines by number or share; an empty one names none. */
export const isShare = (text: string): boolean => text === '' || sharePattern.test(text);

const countOf = (share: string, total: number): number =>
  share.endsWith('%') ? Math.ceil((total * Number.parseInt(share, 10)) / 100) : Number(share);

/** How many of `total` machines there are up to the end of each stage but the last. */
export const stagesOf = (
  { canary = '', batch = '' }: Pick<JobSnapshot, 'canary' | 'batch'>,
  total: number,
): number[] => {
  const ends: number[] = [];
  if (canary !== '') ends.push(countOf(canary, total));
  const size = batch === '' ? total : countOf(batch, total);
  for (let end = (ends[0] ?? 0) + size; end < total; end += size) ends.push(end);
  return ends.filter((end) => end < total);
};

/** Maximum number of assets of one job. */
export const MOST_JOB_ASSETS = 10_000;

/** Most machines of a run in one answer. */
export const MOST_HOSTS = 2_000;

/** Machines of a run in one answer if the request does not say. */
export const USUAL_HOSTS = 200;

/** Timeout of a job without one. */
export const NO_TIMEOUT = -1;

/** The definition of a job when its run began: later changes to the job do not change the run. */
export type JobSnapshot = {
  name: string;
  /** Missing in runs of earlier versions: a command. */
  type?: (typeof jobTypes)[number];
  /** The playbook of a run of that type. */
  playbook?: string | null;
  playbook_name?: string;
  /** Nothing is changed: the playbook only says what it would change. */
  dry_run?: boolean;
  /** Of a transfer: its files, and the upload that keeps them. */
  files?: TransferFile[];
  upload?: string;
  module: string;
  args: string;
  runas: string;
  runas_policy: RunAsPolicy;
  /** Seconds for each machine; -1: no limit. */
  timeout: number;
  chdir: string;
  assets: string[];
  /** A quick job whose user is waiting for the result. */
  instant: boolean;
  use_parameter_define: boolean;
  parameters_define: unknown;
  /** How many machines come first, as a number or a share; earlier runs have no stages. */
  canary?: string;
  canary_next?: CanaryNext;
  /** How many come at a time after them. */
  batch?: string;
  /** When the job runs by itself; only in runs by a schedule. */
  schedule?: string;
  /** The approval under which the run began. */
  approval?: string;
};

/** Values that a command may use as `{{ name }}` (reference 06 §A.3.5). */
export const jobVariables = [
  'jms_username',
  'jms_asset.id',
  'jms_asset.type',
  'jms_asset.category',
  'jms_asset.name',
  'jms_asset.address',
  'jms_asset.port',
  'jms_job_id',
  'jms_job_name',
] as const;

/** Name of such a value. */
export type JobVariable = (typeof jobVariables)[number];

/** The state of a machine of a run. */
export const hostStates = [
  'waiting',
  'running',
  'ok',
  'failed',
  'unreachable',
  'refused',
  'timeout',
  'stopped',
  'lost',
  'unsupported',
  'skipped',
] as const;

/** The states of machines as the counts of a run sum them up. */
export const hostGroups = ['ok', 'failed', 'skipped', 'running', 'waiting'] as const;

/** One of these. */
export type HostGroup = (typeof hostGroups)[number];

/** The machines on which a run is repeated. */
export const rerunHosts = ['failed', 'all'] as const;
