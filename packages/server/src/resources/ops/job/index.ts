import { randomBytes } from 'node:crypto';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { isProblem, transferTargetIn } from '@gatehouse/contract/ops/fileTransfer.ts';
import type { ApprovalState } from '@gatehouse/contract/ops/jobApprovals.ts';
import { hasPlace, isJobModule, isShare, type JobModule, moduleFacts } from '@gatehouse/contract/ops/jobs.ts';
import { ENTRY_FILE } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { job } from '@gatehouse/contract/resources/ops/job.ts';
import { sql } from 'drizzle-orm';
import { type Context, once } from '../../../engine/context.ts';
import type { Behaviour, Row, WriteEvent, Written } from '../../../engine/resource.ts';
import { formatDatetime, instantOf } from '../../../platform/time.ts';
import { periodicDisplay, refuseTimeless, withTimeless } from '../../planSchedule.ts';
import { totalsOfJobs } from '../jobexecution/statements.ts';
import { createdByCaller, ownTemplates } from '../ownTemplates.ts';

type Job = typeof job;

type Deps = {
  /** Whether users may run commands on machines. */
  isOn: () => boolean;
  /** Assets that the caller may use on nodes; `favorite` and `ungrouped` count as nodes. */
  assetsAt: (nodes: readonly string[], ctx: Context) => Promise<string[]>;
  /** How many of these assets the caller may not use. */
  countForbidden: (assets: readonly string[], ctx: Context) => Promise<number>;
  /** How many of these assets have one of these protocols. */
  countWith: (assets: readonly string[], protocols: readonly string[], ctx: Context) => Promise<number>;
  /** A word of the command that jobs may not use; undefined if there is none. */
  blockedWord: (command: string, module: JobModule) => string | undefined;
  /** A variable that the command uses; undefined if there is none. */
  variableIn: (
    row: Pick<Row<Job>, 'args' | 'use_parameter_define' | 'parameters_define'>,
  ) => string | undefined;
  /** Whether a playbook has the file that a run starts with. */
  hasEntry: (playbook: string, ctx: Context) => Promise<boolean>;
  /** Throws if files cannot be transferred to one of these assets. */
  checkTransfer: (
    wish: { assets: readonly string[]; runas: string; args: string },
    ctx: Context,
  ) => Promise<void>;
  /** Starts a run of a saved job; returns its id. */
  start: (row: Row<Job>, ctx: Context) => Promise<string>;
  /** Schedules the runs of a saved job. */
  schedule: (row: Row<Job>, ctx: Context) => Promise<void>;
  /** What became of the requests to let the schedules of jobs run. */
  scheduleStates: (jobs: readonly string[], ctx: Context) => Promise<Map<string, ApprovalState>>;
  /** Takes the runs of deleted jobs off the schedule. */
  unschedule: (ids: readonly string[], ctx: Context) => Promise<void>;
};

/** Refuses if the settings switch commands on machines off. */
export const refuseSwitchedOff = (isOn: () => boolean): void => {
  if (!isOn()) throw new AppError('command_execution_off');
};

const newName = (kind: string): string => `${kind}-${randomBytes(6).toString('hex')}`;

const refuseUnserved = ({ before, values }: WriteEvent<Job>): void => {
  const { type = 'adhoc', args = '', playbook = null } = { ...before, ...values };
  if (type === 'playbook' && !playbook) throw fieldError('playbook', 'required');
  if (type === 'adhoc' && args.trim() === '') throw fieldError('args', 'required');
  if (values.runas !== undefined && values.runas.trim() === '') throw fieldError('runas', 'required');
};

const refuseUnsound = ({ values }: WriteEvent<Job>): void => {
  for (const name of ['canary', 'batch'] as const)
    if (!isShare(values[name] ?? '')) throw fieldError(name, 'job_share_invalid');
};

const refuseNoEntry = async ({ ctx, values }: WriteEvent<Job>, { hasEntry }: Deps): Promise<void> => {
  if (values.playbook && !(await hasEntry(values.playbook, ctx)))
    throw fieldError('playbook', 'job_playbook_entry', { path: ENTRY_FILE });
};

const refuseBlocked = ({ before, values }: WriteEvent<Job>, { blockedWord }: Deps): void => {
  const { module = 'shell', args } = { module: before?.module, ...values };
  const word = args === undefined || !isJobModule(module) ? undefined : blockedWord(args, module);
  if (word !== undefined) throw fieldError('args', 'job_command_blocked', { command: word });
};

const moduleFields = [
  ...(['type', 'module', 'args', 'chdir', 'assets'] as const),
  ...(['use_parameter_define', 'parameters_define'] as const),
];

/** Refuses what a module cannot carry out, by the field that asks for it. */
const refuseUnfit = async (
  { ctx, before, values }: WriteEvent<Job>,
  assets: readonly string[] | undefined,
  deps: Deps,
): Promise<void> => {
  if (before && !moduleFields.some((name) => values[name] !== undefined)) return;
  const { type = 'adhoc', module = 'shell', args = '', ...more } = { ...before, ...values };
  const { use_parameter_define = false, parameters_define = {} } = more;
  if (type !== 'adhoc' || !isJobModule(module)) return;
  const { protocols } = moduleFacts[module];
  const isPlaced = hasPlace(module);
  const params = { module };
  if (!isPlaced && values.chdir?.trim()) throw fieldError('chdir', 'job_module_no_folder', params);
  const name = isPlaced ? undefined : deps.variableIn({ args, use_parameter_define, parameters_define });
  if (name !== undefined) throw fieldError('args', 'job_module_no_variables', { ...params, name });
  const all = assets ?? before?.assets ?? [];
  if (all.length > 0 && (await deps.countWith(all, protocols, ctx)) === 0)
    throw fieldError('module', 'job_module_nowhere', { ...params, protocols: protocols.join(', ') });
};

/** The assets of a job: those named and, for a new job, those on its nodes. */
const assetsOf = async (
  { ctx, before, values }: WriteEvent<Job>,
  deps: Deps,
): Promise<string[] | undefined> => {
  const nodes = before ? [] : (values.nodes ?? []);
  if (values.assets === undefined && nodes.length === 0) return undefined;
  const named = (values.assets ?? []).map((id) => id.toLowerCase());
  const assets = [...new Set([...named, ...(nodes.length ? await deps.assetsAt(nodes, ctx) : [])])];
  const count = await deps.countForbidden(assets, ctx);
  if (count > 0) throw fieldError('assets', 'job_assets_forbidden', { count });
  return assets;
};

/** A transfer begins once its files have arrived; nothing else starts it, and it cannot be changed. */
const beforeTransfer = async (event: WriteEvent<Job>, deps: Deps) => {
  const { ctx, values } = event;
  const { args = '', runas = '' } = values;
  if (values.is_periodic === true) throw fieldError('is_periodic', 'transfer_no_schedule');
  const target = transferTargetIn(args);
  if (isProblem(target)) throw fieldError('args', target.key, target.params);
  if (runas.trim() === '') throw fieldError('runas', 'required');
  refuseUnsound(event);
  const assets = await assetsOf(event, deps);
  if (!assets?.length) throw fieldError('assets', 'required');
  await deps.checkTransfer({ assets, runas, args }, ctx);
  const kind = { name: newName('upload_file'), instant: false, run_after_save: false, playbook: null };
  return { ...createdByCaller(event), ...kind, assets };
};

const isTransfer = ({ before, values }: WriteEvent<Job>): boolean =>
  (values.type ?? before?.type) === 'upload_file';

const beforeWrite = async (event: WriteEvent<Job>, deps: Deps) => {
  const { before, values } = event;
  if (isTransfer(event)) {
    if (before) throw fieldError('type', 'transfer_unchangeable');
    return beforeTransfer(event, deps);
  }
  refuseSwitchedOff(deps.isOn);
  refuseUnserved(event);
  refuseUnsound(event);
  await refuseNoEntry(event, deps);
  refuseTimeless(event);
  refuseBlocked(event, deps);
  const assets = await assetsOf(event, deps);
  await refuseUnfit(event, assets, deps);
  const isUnnamed = !before && (values.instant === true || !values.name?.trim());
  return {
    ...createdByCaller(event),
    ...(assets && { assets }),
    ...(isUnnamed && { name: newName('job') }),
    // Forms show no folder for such a module, so they cannot empty the one of a job that gets it.
    ...(values.module !== undefined && !hasPlace(values.module) && { chdir: '' }),
    ...(before && { version: Number(before.version) + 1 }),
  };
};

const startedBy = (ctx: Context) => once(ctx, 'jobs started', () => new Map<string, string>());

const afterWrite = async (
  written: Written<Job>[],
  ctx: Context,
  { schedule, start }: Deps,
): Promise<void> => {
  for (const { row, before, values } of written) {
    if (row.type === 'upload_file') continue;
    await schedule(row, ctx);
    if ((!before && row.instant) || values.run_after_save === true)
      startedBy(ctx).set(row.id, await start(row, ctx));
  }
};

const totals = async (rows: readonly Row<Job>[], ctx: Context) => {
  const ids = rows.map(({ id }) => id);
  const found = await once(ctx, `totals of jobs ${ids.join(' ')}`, () => totalsOfJobs(ids, ctx.db));
  const byJob = new Map(found.map((one) => [one.job, one]));
  return ids.map((id) => byJob.get(id));
};

/** Jobs, private to their users; quick jobs are not listed (reference 06 §A.2). */
export const jobBehaviour = (deps: Deps): Behaviour<Job> => ({
  visibleTo: (ctx) => {
    refuseSwitchedOff(deps.isOn);
    return sql`${ownTemplates(ctx)} and not t.instant and t.type <> 'upload_file'`;
  },
  beforeWrite: (event) => beforeWrite(event, deps),
  refused: (errors, event) => withTimeless(errors, event, true),
  afterWrite: (written, ctx) => afterWrite(written, ctx, deps),
  afterDelete: (rows, ctx) =>
    deps.unschedule(
      rows.map(({ id }) => id),
      ctx,
    ),
  computed: {
    periodic_display: periodicDisplay,
    executed_amount: async (rows, ctx) => (await totals(rows, ctx)).map((found) => found?.total ?? 0),
    summary: async (rows, ctx) =>
      (await totals(rows, ctx)).map((found) => ({ total: found?.total ?? 0, success: found?.success ?? 0 })),
    average_time_cost: async (rows, ctx) =>
      (await totals(rows, ctx)).map((found) => Math.round(100 * (found?.average ?? 0)) / 100),
    date_last_run: async (rows, ctx) =>
      (await totals(rows, ctx)).map((found) => {
        const last = instantOf(found?.last ?? null);
        return last && formatDatetime(last, ctx.zone);
      }),
    approval: async (rows, ctx) => {
      const planned = rows.filter(({ is_periodic }) => is_periodic).map(({ id }) => id);
      const states = planned.length > 0 ? await deps.scheduleStates(planned, ctx) : undefined;
      return rows.map(({ id }) => states?.get(id) ?? null);
    },
    run_after_save: (rows) => rows.map(() => false),
    task_id: (rows, ctx) => rows.map(({ id }) => startedBy(ctx).get(id) ?? null),
  },
});
