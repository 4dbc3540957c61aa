import type { userloginlog } from '@gatehouse/contract/resources/audits/userloginlog.ts';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import { Dash } from '../../../theme/text/Dash.tsx';
import { OverflowText } from '../../../theme/text/OverflowText.tsx';

/**
 * Why an attempt ended as it did. If a rule decided, its name comes first, because it distinguishes one refusal from
 * another; the tooltip has both texts if they do not fit.
 */
export const ReasonCell = ({ value, row }: CellIn<typeof userloginlog, 'reason_display'>) => {
  if (!value) return <Dash />;
  const { rule } = row;
  const end = `: ${rule}`;
  if (!rule || !value.endsWith(end)) return <OverflowText>{value}</OverflowText>;
  return (
    <OverflowText title={value}>
      {rule} <span className="t3">{value.slice(0, -end.length)}</span>
    </OverflowText>
  );
};
