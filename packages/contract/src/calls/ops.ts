import { z } from 'zod';
import { anyObject, neededText, uuid } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { anyFile, media, redirect } from '../call/media.ts';
import { runStates } from '../resources/ops/celerytaskexecution.ts';
import {
  askedFilesSchema,
  askedPieceSchema,
  FILE_PIECE_PATH,
  MOST_TARGETS,
  OUTPUT_PATH,
  PLAYBOOK_FILES_PATH,
  playbookFilesSchema,
  REPORT_TARGETS_PATH,
  TAKE_TARGETS_PATH,
  takenTargetsSchema,
  takeTargetsSchema,
  targetOutputSchema,
  targetReportSchema,
} from '../wire/machineWork.ts';

const view = 'ops.view_celerytaskexecution';

export const runTaskAgain = defineCall('POST /api/v1/ops/task-executions/', {
  summary: 'Runs a task again, with the payload of an earlier run',
  permission: 'superuser',
  query: z.object({ from: z.string().optional().describe('Id of the earlier run') }),
  answer: z.object({ task_id: uuid }),
  status: 201,
  errors: ['task_not_found_error', 'task_args_error'],
});

const periodTask = z.object({
  name: z.string(),
  task: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  last_run_at: z.string().nullable(),
  total_run_count: z.int(),
});

export const getPeriodTask = defineCall('GET /api/v1/ops/celery/period-tasks/:name/', {
  summary: 'A scheduled task',
  permission: 'superuser',
  answer: periodTask,
  errors: ['object_does_not_exist'],
});

export const switchPeriodTask = defineCall('PATCH /api/v1/ops/celery/period-tasks/:name/', {
  summary: 'Switches the schedule of a task on or off',
  permission: 'superuser',
  body: z.object({ enabled: z.boolean('invalid_boolean').optional() }),
  answer: periodTask,
  errors: ['object_does_not_exist'],
});

export const readTaskLog = defineCall(
  [
    'GET /api/v1/ops/celery/task/:task/task-execution/:id/log/',
    'GET /api/v1/ops/ansible/job-execution/:id/log/',
  ],
  {
    summary: 'The next part of the log of a run',
    permission: 'validUser',
    query: z.object({ mark: z.string().optional().describe('Where the previous part ended') }),
    answer: z.object({ data: z.string(), end: z.boolean(), mark: z.string() }),
    errors: ['object_does_not_exist'],
  },
);

export const getTaskResult = defineCall('GET /api/v1/ops/celery/task/:task/task-execution/:id/result/', {
  summary: 'How a run ended',
  permission: 'validUser',
  answer: z.object({ id: uuid, result: z.string().nullable(), state: z.string() }),
  errors: ['object_does_not_exist'],
});

export const openTaskLogPage = defineCall('GET /core/ops/:type/task/:id/log/', {
  summary: 'Leads to the page with the log of a run',
  permission: view,
  answer: redirect,
});

export const openTaskMonitor = defineCall('GET /core/flower/', {
  summary: 'Leads to the page with queues, servers and failures',
  permission: 'ops.view_taskmonitor',
  answer: redirect,
});

const run = z.object({
  id: uuid,
  name: z.string(),
  title: z.string(),
  state: z.enum(runStates),
  error: z.string(),
  date_published: z.string(),
  date_finished: z.string().nullable(),
});

export const watchTasks = defineCall('GET /api/v1/ops/task-monitor/', {
  summary: 'Queues of background tasks, the servers that work on them, and the latest failures',
  permission: 'ops.view_taskmonitor',
  answer: z.object({
    queues: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        most: z.int().describe('Maximum number of concurrent runs'),
        waiting: z.int(),
        running: z.int(),
        failed: z.int().describe('In the past day'),
        oldest: z.string().nullable().describe('Since when the longest waiting run waits'),
      }),
    ),
    servers: z.array(z.object({ name: z.string(), date_seen: z.string(), running: z.int() })),
    failures: z.array(run),
  }),
});

export const listOwnRuns = defineCall('GET /api/v1/ops/own-runs/', {
  summary: 'The caller’s runs of the past day, the latest first',
  permission: 'validUser',
  shows: {
    columns: {
      name: 'string',
      state: 'string',
      progress: 'integer',
      error: 'string',
      date_published: 'datetime',
    },
  },
  answer: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      title: z.string(),
      subject: z.string().describe('What it works on, such as the title of a list'),
      organization: z.string(),
      state: z.enum(runStates),
      progress: z.int().nullable(),
      unit: z.enum(['rows', 'recordings', 'secrets', 'targets']).describe('What it counts'),
      total: z.int().nullable().describe('Rows, recordings, secrets or targets in all'),
      done: z.int().nullable().describe('Those it is done with'),
      failed: z
        .int()
        .nullable()
        .describe('Rows that were refused, recordings that have to wait, or targets without success'),
      file: z
        .object({ name: z.string(), size: z.int(), until: z.string() })
        .nullable()
        .describe('The file it made, and how long that is kept'),
      is_told: z.boolean().describe('Whether the caller was told of its end, or need not be'),
      error: z.string(),
      is_stoppable: z.boolean(),
      is_repeatable: z.boolean().describe('Whether it ended early and may be started again'),
      date_published: z.string(),
      date_finished: z.string().nullable(),
    }),
  ),
});

export const stopOwnRun = defineCall('POST /api/v1/ops/own-runs/:id/stop/', {
  summary: 'Stops a run that the caller started',
  permission: 'validUser',
  errors: ['object_does_not_exist', 'run_not_stoppable'],
});

export const repeatOwnRun = defineCall('POST /api/v1/ops/own-runs/:id/again/', {
  summary: 'Starts a run of the caller again that was stopped or failed',
  permission: 'validUser',
  answer: z.object({ id: uuid }),
  status: 201,
  errors: ['object_does_not_exist', 'task_args_error', 'task_waits_already', 'too_many_runs'],
});

export const tellOwnRuns = defineCall('POST /api/v1/ops/own-runs/told/', {
  summary: 'The ended runs of which the caller has not been told before; each is answered once',
  permission: 'validUser',
  anywhere: true,
  answer: z.array(uuid),
});

export const getOwnRunFile = defineCall('GET /api/v1/ops/own-runs/:id/file/', {
  summary: 'The file that a run of the caller made',
  permission: 'validUser',
  answer: anyFile,
  errors: ['object_does_not_exist'],
});

export const startExport = defineCall('POST /api/v1/ops/own-runs/exports/', {
  summary: 'Exports the rows of a list to a file, in the background',
  permission: 'validUser',
  body: z.object({
    url: neededText.describe('Address of the list'),
    query: z
      .string()
      .max(8_000, 'max_length')
      .default('')
      .describe('Search, filters and order, or the token of chosen rows (`spm`)'),
    format: z.enum(['csv', 'xlsx'], 'invalid_choice'),
  }),
  answer: z.object({ id: uuid }),
  status: 201,
  errors: ['object_does_not_exist', 'too_many_runs', 'invalid'],
});

export const startImport = defineCall('POST /api/v1/ops/own-runs/imports/', {
  summary: 'Stores many rows in the background, in batches; refused rows come back as a file',
  permission: 'validUser',
  bodyLimit: 100 * 1024 * 1024,
  body: z.object({
    url: neededText.describe('Address of the list'),
    action: z.enum(['create', 'update'], 'invalid_choice').describe('Rows of an update carry their `id`'),
    rows: z.array(anyObject, 'not_a_list').min(1, 'empty_list').max(100_000, 'max_items'),
  }),
  answer: z.object({ id: uuid }),
  status: 201,
  errors: ['object_does_not_exist', 'too_many_runs'],
});

/** A file in JSON may take several times its size. */
const fileBodyLimit = 8 * 1024 * 1024;

const fileNode = z.object({
  id: z.string().describe('Path below the folder of the playbook; `root` for that folder'),
  name: z.string(),
  title: z.string(),
  pId: z.string(),
  isParent: z.boolean(),
  open: z.boolean(),
  temp: z.boolean(),
  iconSkin: z.string().optional(),
});

const fileContent = z.object({
  content: z.string(),
  version: z.string().describe('Sent with a change, it refuses the change of a file that has changed since'),
  is_binary: z.boolean().describe('Its content is a remark in place of what it holds'),
});

const fileKey = z.string('invalid_string').max(2_000, 'max_length').default('');

export const listPlaybookFiles = defineCall('GET /api/v1/ops/playbook/:id/file/', {
  summary: 'Files and folders of a playbook; with `key` the content of one file',
  permission: 'ops.view_playbook',
  query: z.object({ key: z.string().optional().describe('Path of a file'), expand: z.string().optional() }),
  answer: z.union([z.array(fileNode), fileContent]),
  errors: ['object_does_not_exist', 'invalid_playbook_file'],
});

export const addPlaybookFile = defineCall('POST /api/v1/ops/playbook/:id/file/', {
  summary: 'Adds a file or folder to a playbook; a taken name gets a number',
  permission: 'ops.change_playbook',
  bodyLimit: fileBodyLimit,
  body: z.object({
    key: fileKey.describe('Path of the folder; `root` or empty for the top'),
    name: z.string('invalid_string').max(2_000, 'max_length').default(''),
    is_directory: z.boolean('invalid_boolean').default(false),
    content: z.string('invalid_string').default(''),
  }),
  answer: fileNode,
  errors: ['object_does_not_exist', 'invalid_playbook_file'],
});

export const changePlaybookFile = defineCall('PATCH /api/v1/ops/playbook/:id/file/', {
  summary: 'Renames a file or folder of a playbook, or saves a file',
  permission: 'ops.change_playbook',
  bodyLimit: fileBodyLimit,
  body: z.object({
    key: fileKey.describe('Path of the file or folder'),
    new_name: z.string('invalid_string').max(2_000, 'max_length').optional(),
    is_directory: z.boolean('invalid_boolean').optional(),
    content: z.string('invalid_string').optional(),
    version: z.string('invalid_string').optional().describe('Version that the change is based on'),
  }),
  answer: z.object({ id: z.string(), version: z.string().optional() }),
  errors: ['object_does_not_exist', 'invalid_playbook_file', 'changed_meanwhile'],
});

export const removePlaybookFile = defineCall('DELETE /api/v1/ops/playbook/:id/file/', {
  summary: 'Deletes a file of a playbook, or a folder with everything in it',
  permission: 'ops.change_playbook',
  query: z.object({ key: z.string().default('').describe('Path of the file or folder') }),
  answer: z.object({ msg: z.literal('ok') }),
  errors: ['object_does_not_exist', 'invalid_playbook_file'],
});

export const takeTargets = defineCall(`POST ${TAKE_TARGETS_PATH}`, {
  summary: 'For runners: the next targets of work on machines, with their secrets',
  permission: 'authentication.view_superconnectiontokensecret',
  body: takeTargetsSchema,
  answer: takenTargetsSchema,
  noStore: true,
});

export const reportTargets = defineCall(`POST ${REPORT_TARGETS_PATH}`, {
  summary: 'For runners: what became of the targets that they hold',
  permission: 'authentication.view_superconnectiontokensecret',
  bodyLimit: 16 * 1024 * 1024,
  body: z.array(targetReportSchema).max(MOST_TARGETS),
});

export const givePlaybookFiles = defineCall(`POST ${PLAYBOOK_FILES_PATH}`, {
  summary: 'For runners: the files of the playbook of which they hold a target',
  permission: 'authentication.view_superconnectiontokensecret',
  body: askedFilesSchema,
  answer: playbookFilesSchema,
  errors: ['object_does_not_exist'],
});

export const giveFilePiece = defineCall(`POST ${FILE_PIECE_PATH}`, {
  summary: 'For runners: a part of a file of the transfer of which they hold a target',
  permission: 'authentication.view_superconnectiontokensecret',
  body: askedPieceSchema,
  answer: media('application/octet-stream'),
  noStore: true,
  errors: ['object_does_not_exist'],
});

export const reportOutput = defineCall(`POST ${OUTPUT_PATH}`, {
  summary: 'For runners: what commands printed so far on the targets that they hold',
  permission: 'authentication.view_superconnectiontokensecret',
  bodyLimit: 16 * 1024 * 1024,
  body: z.array(targetOutputSchema).max(MOST_TARGETS),
});
