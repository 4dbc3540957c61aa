import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { jobapproval } from '../../resources/ops/jobapproval.ts';

/** Jobs that wait for a second person, and what was decided; each is decided on its page, which shows what would run. */
export const jobApprovalList: ListModeOf<typeof jobapproval> = {
  columns: ['material', 'applicant', 'machines_amount', 'status', 'date_created', 'date_expired'],
  fixed: ['material'],
  without: ['create', 'labels', 'import', 'export', 'moreActions', 'selection'],
};

/** The facts on the page of a request; a card beside them shows what would run. */
export const jobApprovalDetail: DetailLayoutOf<typeof jobapproval> = {
  order: [
    'applicant',
    'date_created',
    'date_expired',
    'machines_amount',
    'is_standing',
    'decided_by',
    'date_decided',
    'comment',
  ],
  exclude: ['id', 'material', 'status', 'org_name'],
};
