import type { ApprovalState } from '@gatehouse/contract/ops/jobApprovals.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { jobapproval } from '@gatehouse/contract/resources/ops/jobapproval.ts';
import type { GlyphName, StatusKind } from '../../../theme/icon/Glyph.tsx';
import { Pill } from '../../../theme/tag/Pill.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';

type Row = Pick<RowOf<typeof jobapproval>, 'status'>;

const looks: Readonly<Record<ApprovalState, { kind: StatusKind; glyph?: GlyphName }>> = {
  waiting: { kind: 'wait' },
  approved: { kind: 'ok', glyph: 'done' },
  rejected: { kind: 'bad' },
  withdrawn: { kind: 'off' },
  expired: { kind: 'off' },
  outdated: { kind: 'off' },
};

const lookOf = ({ status }: Row) => ({ ...looks[status.value], children: status.label });

/** The state of a request in a list. */
export const ApprovalStatus = ({ row }: { row: Row }) => <StatusText {...lookOf(row)} />;

/** The state of a request in the header of its page. */
export const ApprovalPill = ({ row }: { row: Row }) => <Pill {...lookOf(row)} />;
