import { type AskedFile, type AskedMachine, approvalStates } from '../../ops/jobApprovals.ts';
import type { JobSnapshot } from '../../ops/jobs.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

const told = { readOnly: true, size: 'small' } as const;
const kept = { hidden: true, noDiff: true } as const;
const see = 'ops.view_jobapproval';
const decide = 'ops.change_jobapproval';

/** A run of a job, or the schedule of one, that waits until a second person approves it. */
export const jobapproval = defineResource({
  app: 'ops',
  name: 'jobapproval',
  path: 'job-approvals',
  scope: 'org',
  letsOrganizationGo: 'goes with its run or job',
  label: 'material',
  fields: {
    /** What would run, as the list of runs shows it. */
    material: field.text({ max: 9000, readOnly: true, size: 'mini', search: 'contains' }),
    status: field.choice({ choices: approvalStates, default: 'waiting', filter: true, ...told }),
    applicant: field.ref({
      to: 'users.user',
      attrs: ['name', 'username'],
      onDelete: 'cascade',
      filter: true,
      ...told,
    }),
    /** For all runs by the schedule of a job, until the job changes; otherwise for one run. */
    is_standing: field.boolean({ default: false, filter: true, ...told }),
    machines_amount: field.integer({ default: 0, ...told }),
    decided_by: field.text({ max: 300, ...told }),
    date_decided: field.datetime({ nullable: true, ...told }),
    /** Until when it can be decided and, once approved, begin; none for an approved schedule. */
    date_expired: field.datetime({ nullable: true, ...told }),
    run: field.ref({ to: 'ops.jobexecution', plain: true, nullable: true, onDelete: 'cascade', ...kept }),
    /** Of a schedule. */
    job: field.ref({ to: 'ops.job', plain: true, nullable: true, onDelete: 'cascade', ...kept }),
    definition: field.json.of<JobSnapshot>()(kept),
    parameters: field.json(kept),
    machines: field.json.of<AskedMachine[]>()(kept),
    files: field.json.of<AskedFile[]>()(kept),
    /** Stands for all that was shown. */
    digest: field.text({ max: 64, ...kept }),
  },
  standard: ['date_created', 'comment'],
  small: ['date_created', 'comment'],
  operations: ['list', 'retrieve'],
  bulk: false,
  order: ['-date_created'],
  indexes: [['status', 'date_created']],
  list: {
    default: [
      'material',
      'applicant',
      'machines_amount',
      'status',
      'date_created',
      'date_expired',
      'actions',
    ],
    min: ['material', 'actions'],
  },
  actions: {
    approve: { on: 'row', method: 'POST', path: 'approve', permission: decide },
    reject: { on: 'row', method: 'POST', path: 'reject', permission: decide },
    revoke: { on: 'row', method: 'POST', path: 'revoke', permission: decide },
    content: { on: 'row', method: 'GET', path: 'content', permission: see },
    machines: { on: 'row', method: 'GET', path: 'machines', permission: see },
    file: { on: 'row', method: 'GET', path: 'file', permission: see },
  },
  transfer: { export: false, import: false },
  console: {
    base: 'JobApproval',
    path: 'workbench/ops/approvals',
    pages: ['list', 'retrieve'],
    order: 55,
  },
});
