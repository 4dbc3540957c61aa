import { jobApprovalActions } from '@gatehouse/contract/actions/ops.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { MOST_SHOWN_MACHINES } from '@gatehouse/contract/ops/jobApprovals.ts';
import type { jobapproval } from '@gatehouse/contract/resources/ops/jobapproval.ts';
import { implement } from '../../../engine/actions/implement.ts';
import type { Context } from '../../../engine/context.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import type { Row } from '../../../engine/resource.ts';
import { isWaiting } from '../../../resources/ops/jobapproval/index.ts';
import { materialOf } from '../../../resources/ops/jobexecution/statements.ts';
import { allFilesOf } from '../../../resources/ops/playbook/files.ts';
import { parametersOf } from '../variables.ts';
import { askedNow } from './asked.ts';
import { approve, askedOf, type DecideDeps, reject, revoke } from './decide.ts';
import { reviewersOf } from './needed.ts';

type Approval = Row<typeof jobapproval>;

/** Why a request can no longer be approved. */
const reasonOf = async (row: Approval, ctx: Context): Promise<string> => {
  if (!isWaiting(row)) return row.status === 'waiting' ? ctx.t('errors.approval_decided') : '';
  const now = await askedNow(askedOf(row), ctx.db);
  return now.digest === row.digest ? '' : ctx.t('errors.approval_changed');
};

const contentOf = async (row: Approval, ctx: Context) => {
  const { definition: of, parameters } = row;
  const { type = 'adhoc', canary = '', canary_next = 'user' as const, batch = '', schedule = '' } = of;
  const reviewers = await reviewersOf(row.org_id, row.applicant, ctx.db);
  return {
    ...{ digest: row.digest, reason: await reasonOf(row, ctx), type, name: of.name, module: of.module },
    command: type === 'adhoc' ? of.args : materialOf(of),
    parameters: { ...parametersOf(of, parameters) },
    ...{ chdir: of.chdir, runas: of.runas, runas_policy: of.runas_policy, timeout: of.timeout },
    ...{ canary, canary_next, batch, dry_run: of.dry_run === true, schedule },
    reviewers: reviewers.map(({ name }) => name),
    files: row.files,
  };
};

const fileOf = async (row: Approval, path: string, ctx: Context) => {
  const { playbook } = row.definition;
  const told = row.files.find((file) => file.path === path);
  if (row.definition.type !== 'playbook' || !playbook || !told) throw new AppError('object_does_not_exist');
  const now = await askedNow(askedOf(row), ctx.db);
  const all = await allFilesOf({ id: playbook, creator: row.applicant }, ctx.db);
  const found = all.find((file) => file.path === path);
  // Only what was requested is shown: the playbook belongs to its user alone.
  if (!found || now.digest !== row.digest) throw new AppError('approval_changed');
  const isBinary = found.content.includes(0);
  return { content: isBinary ? '' : found.content.toString('utf8'), is_binary: isBinary };
};

/** Registers what reviewers of jobs see, and their decisions. */
export const addJobApprovals = (ports: HttpPorts, deps: DecideDeps): void =>
  implement(ports, jobApprovalActions, {
    approve: async ({ ctx, row, body }) => {
      await approve(await row(), await body(), deps, ctx);
      return { status: 'approved' };
    },
    reject: async ({ ctx, row, body }) => {
      await reject(await row(), (await body()).comment, ctx);
      return { status: 'rejected' };
    },
    revoke: async ({ ctx, row, body }) => {
      await revoke(await row(), (await body()).comment, ctx);
      return { status: 'withdrawn' };
    },
    content: async ({ ctx, row }) => contentOf(await row(), ctx),
    machines: async ({ row, query }) => {
      const { machines } = await row();
      const sought = (query.search ?? '').toLowerCase();
      const found = machines.filter(({ name, address }) =>
        `${name}\n${address}`.toLowerCase().includes(sought),
      );
      const from = Number(query.offset ?? 0);
      const shown = found.slice(from, from + MOST_SHOWN_MACHINES);
      return {
        machines: shown.map(({ id, name, address }) => ({ id, name, address })),
        has_more: found.length > from + MOST_SHOWN_MACHINES,
      };
    },
    file: async ({ ctx, row, query }) => fileOf(await row(), query.path ?? '', ctx),
  });
