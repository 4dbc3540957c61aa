import type { ApprovalState } from '@gatehouse/contract/ops/jobApprovals.ts';
import type { GlyphName, StatusKind } from '../../../theme/icon/Glyph.tsx';

/** How the state of a request looks. */
export const approvalLooks: Readonly<Record<ApprovalState, { kind: StatusKind; glyph?: GlyphName }>> = {
  waiting: { kind: 'wait' },
  approved: { kind: 'ok', glyph: 'done' },
  rejected: { kind: 'bad' },
  withdrawn: { kind: 'off' },
  expired: { kind: 'off' },
  outdated: { kind: 'off' },
};
