import { useListScope } from '../../../engine/list/ListScope.tsx';
import type { Row } from '../../../engine/resource/row.ts';

/** Place of a row in its list. */
export const NumberCell = ({ row }: { row: Row }) => (
  <span className="num">{useListScope()?.placeOf(row)}</span>
);
