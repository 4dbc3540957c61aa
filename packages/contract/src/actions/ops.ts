import { z } from 'zod';
import { uuid } from '../call/bodyFields.ts';
import { defineActions } from '../call/defineActions.ts';
import { MOST_REASON, MOST_SHOWN_MACHINES } from '../ops/jobApprovals.ts';
import { canaryNexts, jobTypes, runAsPolicies } from '../ops/jobs.ts';
import { commitPattern, fileChanges, MOST_SHOWN_CHANGES } from '../ops/repositories.ts';
import { celerytaskexecution } from '../resources/ops/celerytaskexecution.ts';
import { jobapproval } from '../resources/ops/jobapproval.ts';
import { playbook } from '../resources/ops/playbook.ts';

export const taskExecutionActions = defineActions(celerytaskexecution, {
  stop: { summary: 'Stops a run on whichever server it is', errors: ['run_not_stoppable'] },
});

const reason = z.string('invalid_string').trim().max(MOST_REASON, 'max_length');
const decided = z.object({ status: z.string() });
const errors = ['approval_decided', 'permission_denied', 'approval_changed'] as const;

export const jobApprovalActions = defineActions(jobapproval, {
  approve: {
    summary:
      'Approves what `content/` shows: the run begins, or the schedule is in force until the job changes',
    body: z.object({
      digest: z.string('required').max(64, 'max_length').describe('`digest` of the content that was shown'),
      comment: reason.default(''),
    }),
    answer: decided,
    errors,
  },
  reject: {
    summary: 'Rejects a request, with a reason for its applicant',
    body: z.object({ comment: reason.min(1, 'required') }),
    answer: decided,
    errors,
  },
  revoke: {
    summary: 'Withdraws the approval of a schedule; what runs by it begins on no further machine',
    body: z.object({ comment: reason.default('') }),
    answer: decided,
    errors,
  },
  content: {
    summary: 'All that would run',
    answer: z.object({
      digest: z.string(),
      reason: z.string().describe('Why it can no longer be approved; empty if it can'),
      type: z.enum(jobTypes),
      name: z.string(),
      module: z.string(),
      command: z
        .string()
        .describe('The whole command, the name of the playbook, or the files and where they go'),
      parameters: z.record(z.string(), z.string()).describe('Values of the parameters of the command'),
      chdir: z.string(),
      runas: z.string(),
      runas_policy: z.enum(runAsPolicies),
      timeout: z.int().describe('Seconds for each machine; -1: no limit'),
      canary: z.string(),
      canary_next: z.enum(canaryNexts),
      batch: z.string(),
      dry_run: z.boolean(),
      schedule: z.string().describe('When the job runs by itself; empty for a single run'),
      reviewers: z.array(z.string()).describe('Users who may decide'),
      files: z.array(z.object({ path: z.string(), size: z.int(), sha256: z.string() })),
    }),
  },
  machines: {
    summary: `The machines on which it would run, at most ${MOST_SHOWN_MACHINES} at a time`,
    query: z.object({
      search: z.string().max(256).optional().describe('Only machines with this in name or address'),
      offset: z
        .string()
        .regex(/^\d{1,6}$/, 'invalid_integer')
        .optional()
        .describe('Machines that are known'),
    }),
    answer: z.object({
      machines: z.array(z.object({ id: z.string(), name: z.string(), address: z.string() })),
      has_more: z.boolean(),
    }),
  },
  file: {
    summary: 'A file of the playbook that would run, as it was when approval was requested',
    query: z.object({ path: z.string().max(1024).optional() }),
    answer: z.object({ content: z.string(), is_binary: z.boolean() }),
    errors: ['approval_changed'],
  },
});

export const playbookActions = defineActions(playbook, {
  compare: {
    summary: 'What its repository has now, against what the playbook has; nothing is stored',
    answer: z.object({
      host_key: z.string().describe('Fingerprint of the host key that the host of the repository showed'),
      is_confirmed: z
        .boolean()
        .describe('Whether it equals `vcs_host_key`; if not, nothing was asked and the rest is empty'),
      from: z.string().describe('Commit whose files the playbook has; empty before the first fetch'),
      to: z.string().describe('Commit to which branch or tag leads'),
      changes: z.array(z.object({ path: z.string(), change: z.enum(fileChanges) })).max(MOST_SHOWN_CHANGES),
      changes_amount: z.int().describe('Number of changed files, of which `changes` has the first'),
    }),
    errors: ['repository_failed', 'invalid_playbook_file', 'throttled'],
  },
  fetch: {
    summary: 'Replaces all files with those of a commit, in the background',
    body: z.object({
      commit: z
        .string('required')
        .regex(commitPattern, 'repository_commit')
        .describe('As `compare` answered'),
    }),
    answer: z.object({ id: uuid.describe('The run, among the caller’s own work') }),
    status: 201,
    errors: ['repository_failed', 'task_waits_already'],
  },
});
