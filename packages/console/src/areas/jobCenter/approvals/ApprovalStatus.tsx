import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { jobapproval } from '@gatehouse/contract/resources/ops/jobapproval.ts';
import { Pill } from '../../../theme/tag/Pill.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { approvalLooks } from './approvalLooks.ts';

type Row = Pick<RowOf<typeof jobapproval>, 'status'>;

const lookOf = ({ status }: Row) => ({ ...approvalLooks[status.value], children: status.label });

/** The state of a request in a list. */
export const ApprovalStatus = ({ row }: { row: Row }) => <StatusText {...lookOf(row)} />;

/** The state of a request in the header of its page. */
export const ApprovalPill = ({ row }: { row: Row }) => <Pill {...lookOf(row)} />;
