import { z } from 'zod';
import { refusal, uuid } from '../../call/bodyFields.ts';
import { defineCall } from '../../call/defineCall.ts';
import { anyFile, files, media } from '../../call/media.ts';
import { approvalStates } from '../../ops/jobApprovals.ts';
import {
  canaryNexts,
  hostGroups,
  hostStates,
  jobStates,
  jobTypes,
  jobVariables,
  MOST_HOSTS,
  rerunHosts,
  runAsPolicies,
  USUAL_HOSTS,
} from '../../ops/jobs.ts';

const see = 'ops.view_jobexecution';
const run = 'ops.add_jobexecution';

const text = z.string('invalid_string');
const texts = z.array(text.max(64, 'max_length'), 'not_a_list').max(1000, 'max_items').default([]);

const number = z
  .string()
  .regex(/^\d{1,6}$/, 'invalid_integer')
  .optional();

/** The row of a run, with the id under which its log is followed. */
const startedRun = z.looseObject({ id: uuid, task_id: uuid });

const summary = z.object({
  ok: z.array(z.string()).optional(),
  failures: z.record(z.string(), z.string()).optional(),
  dark: z.record(z.string(), z.string()).optional(),
  skipped: z.array(z.string()).optional(),
  excludes: z.record(z.string(), z.string()).optional(),
  error: z.string().optional(),
});

export const startJob = defineCall('POST /api/v1/ops/job-executions/', {
  summary: 'Runs a job of the caller',
  permission: run,
  body: z.object({
    job: uuid,
    parameters: z
      .union([text.max(8192, 'max_length'), z.record(z.string(), z.unknown())], 'invalid')
      .default({})
      .describe('Values of the parameters that the job defines, as an object or its JSON'),
    dry_run: z
      .boolean('invalid_boolean')
      .default(false)
      .describe('For playbooks: only say what would change'),
  }),
  answer: startedRun,
  status: 201,
  errors: ['object_does_not_exist', 'command_execution_off', 'too_many_runs', 'job_no_reviewer'],
});

export const uploadJobFiles = defineCall('POST /api/v1/ops/jobs/upload/', {
  summary: 'Sends the files of a transfer (`files`, several, and `job_id`), which then begins',
  permission: run,
  body: files,
  answer: z.object({ task_id: uuid }),
  status: 201,
  otherwise: { 400: refusal },
  errors: ['too_many_runs', 'job_no_reviewer'],
});

export const rerunJob = defineCall('POST /api/v1/ops/job-executions/:id/rerun/', {
  summary: 'Runs the same command again, where a run of the caller did not succeed or on all its machines',
  permission: run,
  query: z.object({
    hosts: z.enum(rerunHosts).optional().describe('Those that did not succeed, or all; default: `failed`'),
  }),
  answer: startedRun,
  status: 201,
  errors: [
    'object_does_not_exist',
    'command_execution_off',
    'job_goes_on',
    'job_nothing_failed',
    'transfer_files_gone',
    'too_many_runs',
    'job_no_reviewer',
  ],
});

export const continueJob = defineCall('POST /api/v1/ops/job-executions/:id/continue/', {
  summary: 'Runs the command on the next machines, where a run of the caller waits for that',
  permission: run,
  query: z.object({
    stage: number.describe('`pause.stage` of the run; if it waits after another stage, nothing happens'),
  }),
  answer: z.object({ task_id: uuid }),
  errors: ['object_does_not_exist', 'command_execution_off', 'job_not_paused'],
});

export const stopJob = defineCall('POST /api/v1/ops/job-executions/stop/', {
  summary: 'Stops a run of the caller',
  permission: 'validUser',
  body: z.object({ task_id: z.string().max(128).optional() }),
  answer: z.object({ task_id: uuid }),
  otherwise: { 400: z.union([refusal, z.object({ error: z.object({ task_id: z.array(z.string()) }) })]) },
});

export const getJobState = defineCall('GET /api/v1/ops/job-execution/task-detail/:id/', {
  summary: 'How a run of the caller is doing',
  permission: see,
  answer: z.object({
    status: z.enum(jobStates),
    is_finished: z.boolean(),
    is_success: z.boolean(),
    time_cost: z.number(),
    job_id: uuid.nullable(),
    summary,
  }),
  errors: ['object_does_not_exist'],
});

export const listJobHosts = defineCall('GET /api/v1/ops/job-executions/:id/hosts/', {
  summary: 'The machines of a run of the caller, and what each printed',
  permission: see,
  query: z.object({
    search: z.string().max(256).optional().describe('Only machines whose output contains this'),
    state: z.enum(hostGroups).optional().describe('Only machines that `counts` counts under this name'),
    limit: number.describe(`At most ${MOST_HOSTS}; default: ${USUAL_HOSTS}`),
    offset: number.describe('Machines that are known'),
  }),
  answer: z.object({
    status: z.enum(jobStates),
    seconds: z.number().describe('Since the run was started, or that it took'),
    error: z.string().describe('Why the run as a whole did not succeed'),
    type: z.enum(jobTypes),
    command: z.string().describe('The command, the name of the playbook, or the files and where they go'),
    module: z.string(),
    runas: z.string(),
    runas_policy: z.enum(runAsPolicies),
    timeout: z.int().describe('Seconds for each machine; -1: no limit'),
    chdir: z.string(),
    canary: z.string().describe('How many machines come first, as a number or a share; empty: all at once'),
    canary_next: z.enum(canaryNexts),
    batch: z.string().describe('How many come at a time after them; empty: all'),
    name: z.string(),
    job: uuid.nullable().describe('The job, if it is in the list of jobs'),
    date_created: z.string(),
    pause: z
      .object({
        next: z.int().describe('Machines that come next'),
        stage: z.int().describe('After which stage, for `continue/`'),
      })
      .nullable()
      .describe('Null unless the run waits for its user to continue'),
    approval: z
      .object({
        status: z.enum(approvalStates),
        reviewers: z.array(z.string()).describe('Users who may decide, while it waits'),
        date_expired: z.string().nullable(),
        decided_by: z.string(),
        comment: z.string().describe('The reason of the decision'),
        machines: z.int().describe('Machines on which the command would run'),
      })
      .nullable()
      .describe('Null unless the run needed the approval of a second person'),
    counts: z.object({ ok: z.int(), failed: z.int(), skipped: z.int(), running: z.int(), waiting: z.int() }),
    hosts: z.array(
      z.object({
        id: uuid,
        asset: uuid,
        name: z.string(),
        state: z.enum(hostStates),
        exit_code: z.int().nullable(),
        seconds: z.number().nullable(),
        reason: z.string(),
        size: z.int().describe('Characters of output so far'),
        progress: z
          .int()
          .nullable()
          .describe('Of a transfer that goes on: how much of it is done, in percent'),
        group: z.string().describe('The same for machines that ended alike with the same output'),
      }),
    ),
    has_more: z.boolean().describe('Whether more machines follow on these'),
  }),
  errors: ['object_does_not_exist'],
});

export const readJobOutput = defineCall('GET /api/v1/ops/job-executions/:id/hosts/:host/output/', {
  summary: 'What a machine of a run printed, from one place on',
  permission: see,
  query: z.object({
    from: z
      .string()
      .regex(/^\d{1,9}$/, 'invalid_integer')
      .optional()
      .describe('Characters that are known'),
  }),
  answer: z.object({
    text: z.string(),
    to: z.int(),
    is_ended: z.boolean(),
    is_full: z.boolean().describe('More was printed than is kept'),
    is_timed: z.boolean().describe('It is kept when it was printed, so that it can be played'),
  }),
  errors: ['object_does_not_exist'],
});

export const playJobOutput = defineCall('GET /api/v1/ops/job-executions/:id/hosts/:host/replay/', {
  summary: 'What a machine of a run printed, with its times, as an asciicast',
  permission: see,
  answer: media('application/x-asciicast'),
  errors: ['object_does_not_exist'],
});

export const getJobOutput = defineCall('GET /api/v1/ops/job-executions/:id/output/', {
  summary: 'What all machines of a run printed, as one text file',
  permission: see,
  answer: anyFile,
  errors: ['object_does_not_exist'],
});

export const explainVariables = defineCall('GET /api/v1/ops/variables/help/', {
  summary: 'The variables that a command may use, with what each holds',
  permission: 'validUser',
  answer: z.record(z.enum(jobVariables), z.string()),
});

export const getPlaybookRunners = defineCall('GET /api/v1/ops/playbook-runners/', {
  summary: 'Whether a runner is connected that carries out playbooks',
  permission: 'validUser',
  answer: z.object({ is_ready: z.boolean(), reason: z.string().describe('Why not; empty if it is') }),
});

export const hintUsernames = defineCall('POST /api/v1/ops/username-hints/', {
  summary: 'The usernames that most of the chosen assets have',
  permission: 'validUser',
  body: z.object({ nodes: texts, assets: texts, query: text.max(128, 'max_length').default('') }),
  answer: z.array(z.object({ username: z.string(), total: z.int() })),
});
