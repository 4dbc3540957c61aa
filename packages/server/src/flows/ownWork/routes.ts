import {
  getOwnRunFile,
  listOwnRuns,
  repeatOwnRun,
  startExport,
  startImport,
  stopOwnRun,
  tellOwnRuns,
} from '@gatehouse/contract/calls/ops.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { bind, bindWhole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { resourceTitle } from '../../engine/labels.ts';
import { authorize, can } from '../../engine/permission.ts';
import { readQuery } from '../../engine/query.ts';
import { operationsOf, permissionOf, type Resource, type Values } from '../../engine/resource.ts';
import { urlsOf } from '../../engine/routes/resourceRoutes.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import { isUuid } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import type { JobDefinition } from '../../platform/jobs/defineJob.ts';
import {
  fileKeyOf,
  fileOfUser,
  heldPlace,
  keptFileHours,
  noteCounts,
  noteFile,
  takeUntold,
  unendedOf,
} from '../../platform/jobs/runFiles.ts';
import { type OwnRun, runsOfUser } from '../../platform/jobs/runStats.ts';
import { isContinued, type RunRecord, unendedRuns } from '../../platform/jobs/runs.ts';
import type { Organizations } from '../../platform/organizations.ts';
import { formatDatetime, instantOf } from '../../platform/time.ts';
import { isLockedExport } from '../accounts/lockedExport.ts';
import { findSeenRun } from '../tasks/access.ts';
import { payloadFor } from '../tasks/routes.ts';
import { shownRun, stopRun } from '../tasks/shownRun.ts';
import { keepChosen } from './chosenRows.ts';
import { exportJob } from './exportToFile.ts';
import { importJob } from './importFromFile.ts';
import { isRepeatable, starterOf, toldJobs, unitOf } from './ownJobs.ts';
import { hasRows, keepRows } from './sentRows.ts';

type Deps = {
  jobs: Jobs;
  blobs: Blobs;
  vault: Vault;
  organizations: Organizations;
  /** Routes that a flow serves instead of the engine. */
  replaced: ReadonlySet<string>;
};

/** Maximum number of own runs in a list. */
const mostListed = 50;
/** Maximum number of exports, and of imports, of one user that wait or run. */
const mostWaiting = 5;
const isUnended: ReadonlySet<string> = new Set(['queued', 'running']);

const textIn = (payload: Record<string, unknown>, name: string): string => {
  const value = payload[name];
  return typeof value === 'string' ? value : '';
};

const fileOf = ({ result, date_finished }: OwnRun, ctx: Context) => {
  const ended = instantOf(date_finished);
  if (!result || result.size === null || !ended) return null;
  const until = new Date(ended.getTime() + keptFileHours * 3_600_000);
  return { name: result.name, size: result.size, until: formatDatetime(until, ctx.zone) };
};

/** Whether nothing is left of an import. */
const isOver = ({ name, total, done }: Pick<OwnRun, 'name' | 'total' | 'done'>): boolean =>
  name === importJob.name && (total === null || done === total);

const ownRun = (run: OwnRun, { jobs, organizations }: Deps, ctx: Context) => {
  const { payload, result: _result, date_told, ...facts } = run;
  const resource = ctx.engine.resources.get(textIn(payload, 'resource'));
  const job = jobs.declared().find(({ name }) => name === run.name);
  return {
    ...shownRun(facts, ctx),
    subject: resource ? resourceTitle(resource, ctx, 'many') : textIn(payload, 'subject'),
    organization: organizations.nameOf(textIn(payload, 'org')) ?? '',
    unit: unitOf(run.name),
    file: fileOf(run, ctx),
    is_repeatable: isRepeatable(run, ctx.actor) && !isOver(run),
    is_stoppable: job?.isStoppable === true && isUnended.has(run.state),
    is_told: date_told !== null || !toldJobs.includes(run.name),
  };
};

/** The resource that the engine, and no flow, serves by this route. */
const resourceAt = (
  method: 'GET' | 'POST',
  url: string,
  { replaced }: Deps,
  ctx: Context,
): Resource | undefined =>
  replaced.has(`${method} ${url}`)
    ? undefined
    : [...ctx.engine.resources.values()].find((resource) => urlsOf(resource).includes(url));

const isExportable = (resource: Resource, ctx: Context): boolean =>
  operationsOf(resource).includes('list') &&
  !isLockedExport(resource.key) &&
  !resource.definition.confirm?.list &&
  resource.definition.transfer?.export !== false &&
  can(ctx.actor, permissionOf(resource, 'view'));

const isImportable = (resource: Resource, action: 'create' | 'update', ctx: Context): boolean =>
  operationsOf(resource).includes(action) &&
  !resource.definition.confirm?.[action] &&
  resource.definition.transfer?.import !== false &&
  can(ctx.actor, permissionOf(resource, action === 'create' ? 'add' : 'change'));

/** Refuses one run too many; returns who starts the next one, and how. */
const starterFor = async (job: JobDefinition, ctx: Context) => {
  if ((await unendedOf(ctx.actor.id, [job.name], ctx.db)) >= mostWaiting)
    throw new AppError('too_many_runs', { max: mostWaiting });
  return starterOf(ctx);
};

const startedIn = ({ org, language, zone }: Context) => ({ org: org.id, language, zone });

const addExport = (ports: HttpPorts, deps: Deps): void =>
  bind(ports, startExport, async ({ ctx, body }) => {
    const { url, query, format } = await body();
    const resource = resourceAt('GET', url, deps, ctx);
    if (!resource || !isExportable(resource, ctx)) throw new AppError('object_does_not_exist');
    // Wrong filters are refused now, where the user still sees it.
    const kept = await keepChosen(query, ctx);
    await readQuery(resource, kept, ctx);
    const payload = { resource: resource.key, query: kept.toString(), format, ...startedIn(ctx) };
    const id = await deps.jobs.enqueue(exportJob, payload, await starterFor(exportJob, ctx));
    if (!id) throw new AppError('too_many_runs', { max: mostWaiting });
    return { id };
  });

const addImport = (ports: HttpPorts, deps: Deps): void =>
  bind(ports, startImport, async ({ ctx, body }) => {
    const { url, action, rows } = await body();
    const resource = resourceAt('POST', url, deps, ctx);
    if (!resource || !isImportable(resource, action, ctx)) throw new AppError('object_does_not_exist');
    const payload = { resource: resource.key, action, total: rows.length, ...startedIn(ctx) };
    const id = await deps.jobs.enqueue(importJob, payload, await starterFor(importJob, ctx));
    if (!id) throw new AppError('too_many_runs', { max: mostWaiting });
    await keepRows(id, rows as Values[], { ...deps, db: ctx.db });
    return { id };
  });

/** A run that goes on behind the last stored row of an import that ended early. */
const continueImport = async (run: RunRecord, { jobs, blobs }: Deps, ctx: Context): Promise<string> => {
  // Held, so that of two requests only one finds it not continued.
  const place = await heldPlace(run, ctx.db);
  const wish = importJob.payload.parse(run.payload);
  const rowsOf = wish.rowsOf ?? run.id;
  const isLeft = place && place.done < wish.total && (await hasRows(rowsOf, { blobs }));
  if (!isLeft || (await isContinued(run.name, run.id, ctx.db))) throw new AppError('task_args_error');
  const payload = { ...wish, rowsOf, continues: run.id };
  const id = await jobs.enqueue(importJob, payload, await starterFor(importJob, ctx));
  if (!id) throw new AppError('task_waits_already');
  await noteFile({ id, attempt: 0 }, { key: fileKeyOf(id), name: '', type: '', size: null }, ctx.db);
  await noteCounts({ id, attempt: 0 }, { total: wish.total, done: place.done, failed: 0 }, ctx.db);
  return id;
};

const addAgain = (ports: HttpPorts, deps: Deps): void =>
  bind(ports, repeatOwnRun, async ({ ctx, params }) => {
    const run = await findSeenRun(params.id, { ...ctx.actor, isSuperuser: false }, ctx.db);
    if (!isRepeatable(run, ctx.actor)) throw new AppError('task_args_error');
    if (run.name === importJob.name) return { id: await continueImport(run, deps, ctx) };
    const { jobs } = deps;
    const { job, payload } = payloadFor(run.name, run.payload, jobs);
    if ((await unendedRuns(run.name, payload, ctx.db)).length > 0) throw new AppError('task_waits_already');
    const id = await jobs.enqueue(job, payload, await starterFor(job, ctx));
    if (!id) throw new AppError('task_waits_already');
    return { id };
  });

const addFile = (ports: HttpPorts, { blobs }: Deps): void =>
  bindWhole(ports, getOwnRunFile, async ({ ctx, params }) => {
    const found = isUuid(params.id) ? await fileOfUser(params.id, ctx.actor.id, ctx.db) : undefined;
    const resource = found && ctx.engine.resources.get(textIn(found.payload, 'resource'));
    if (!resource) throw new AppError('object_does_not_exist');
    // The user may have lost the permission since.
    const held = await ctx.engine.permissionsOf(ctx.actor.id, textIn(found.payload, 'org'), ctx.db);
    if (!ctx.actor.isSuperuser)
      authorize({ actor: { ...ctx.actor, permissions: held } }, permissionOf(resource, 'view'));
    const stream = await blobs.get(found.file.key);
    if (!stream) throw new AppError('object_does_not_exist');
    const headers = {
      'content-type': found.file.type,
      'content-disposition': `attachment; filename="${found.file.name}"`,
      'cache-control': 'no-store',
    };
    return { headers, stream };
  });

/**
 * Registers the caller's own runs: starting exports and imports, following, stopping and repeating runs, and fetching
 * what they made.
 */
export const addOwnWork = (ports: HttpPorts, deps: Deps): void => {
  addExport(ports, deps);
  addImport(ports, deps);
  addFile(ports, deps);
  addAgain(ports, deps);
  bind(ports, listOwnRuns, async ({ ctx }) => {
    const runs = await runsOfUser(ctx.actor.id, mostListed, ctx.db);
    const continued = new Set(runs.map(({ payload }) => textIn(payload, 'continues')));
    return runs.map((run) => {
      const shown = ownRun(run, deps, ctx);
      return { ...shown, is_repeatable: shown.is_repeatable && !continued.has(run.id) };
    });
  });
  bind(ports, tellOwnRuns, ({ ctx }) => takeUntold(ctx.actor.id, toldJobs, ctx.db));
  bind(ports, stopOwnRun, async ({ ctx, params }) => {
    const run = await findSeenRun(params.id, { ...ctx.actor, isSuperuser: false }, ctx.db);
    await stopRun(run.id, deps.jobs, ctx);
  });
};
