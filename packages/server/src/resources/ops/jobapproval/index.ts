import { AppError } from '@gatehouse/contract/errors.ts';
import type { jobapproval } from '@gatehouse/contract/resources/ops/jobapproval.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { instantOf } from '../../../platform/time.ts';

type Approval = Row<typeof jobapproval>;

/** Whether a request can be decided. */
export const isWaiting = ({ status, date_expired }: Pick<Approval, 'status' | 'date_expired'>): boolean =>
  status === 'waiting' && (instantOf(date_expired)?.getTime() ?? 0) > Date.now();

const whereNot = (isAllowed: (row: Approval) => boolean, error: () => AppError) => (rows: Approval[]) =>
  rows.map((row) => (isAllowed(row) ? undefined : error()));

const undecided = whereNot(isWaiting, () => new AppError('approval_decided'));

/** Requests for approval of jobs, which all who may see approvals in the organization see. */
export const jobApprovalBehaviour = (): Behaviour<typeof jobapproval> => {
  // A second role, session or key of the applicant is no second person.
  const byOthers: NonNullable<NonNullable<Behaviour<typeof jobapproval>['refusals']>['approve']>[number] =
    async (rows, { actor, engine, db }) => {
      const isUser = actor.id !== '' && (await engine.isStored(actor.id, db));
      return rows.map(({ applicant }) =>
        isUser && applicant !== actor.id
          ? undefined
          : new AppError('permission_denied', {}, { messageKey: 'own_approval' }),
      );
    };
  return {
    refusals: {
      approve: [undecided, byOthers],
      reject: [undecided, byOthers],
      revoke: [
        whereNot(
          ({ status, is_standing }) => is_standing && status === 'approved',
          () => new AppError('approval_decided'),
        ),
      ],
    },
  };
};
