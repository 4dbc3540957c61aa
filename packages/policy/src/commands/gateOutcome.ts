import type { CommandVerdict } from '@gatehouse/contract/policy/command.ts';

/** What filters say about a line; `none` where they say nothing. */
type Said = CommandVerdict<unknown>['outcome'];

/** Whether more may run than was judged. A line that only lacks its end is judged with the rest of it. */
export const isUnknown = ({
  isUnparsed,
  isUnfinished,
}: Pick<CommandVerdict<unknown>, 'isUnparsed' | 'isUnfinished'>): boolean => isUnparsed && !isUnfinished;

/**
 * What the command gate does with a line. Of one that may run more than was judged, only a rejection is certain:
 * otherwise `passesUnknown` (`SECURITY_UNKNOWN_COMMAND`) decides. It is refused as `unknown`, also where a reviewer
 * would be asked, or goes on as the filters say, at least with a warning.
 */
export const gateOutcome = (
  { outcome, isUnknown: isDoubtful }: { outcome: Said; isUnknown: boolean },
  passesUnknown: boolean,
): Said | 'unknown' => {
  if (!isDoubtful || outcome === 'reject') return outcome;
  if (!passesUnknown) return 'unknown';
  return outcome === 'review' ? 'review' : 'warning';
};
