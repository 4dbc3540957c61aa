import type { TrialOutcome } from '@gatehouse/contract/policy/trial.ts';
import type { StatusKind } from '../../../theme/icon/Glyph.tsx';

/** How the verdicts of rules look (design language §3). */
export const outcomeKinds: Record<TrialOutcome, StatusKind> = {
  reject: 'bad',
  review: 'wait',
  warning: 'warn',
  notice: 'warn',
  accept: 'ok',
};
