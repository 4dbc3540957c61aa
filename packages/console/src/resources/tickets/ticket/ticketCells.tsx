import { usePlatform } from '../../../platform/Platform.tsx';
import { formatLength } from '../../../platform/time/length.ts';
import { Dash } from '../../../theme/text/Dash.tsx';
import { IdentityText } from '../../../theme/text/IdentityText.tsx';
import { shortName } from '../../../theme/text/identity.ts';
import { OverflowText } from '../../../theme/text/OverflowText.tsx';
import type { Ticket } from './ticket.ts';

type Props = { row: Ticket };

const SECOND_MS = 1000;

/** Who asks, as the ticket last named the user. */
export const ApplicantCell = ({ row }: Props) => <IdentityText>{row.rel_snapshot.applicant}</IdentityText>;

/** The assets and nodes that are asked for, by name. */
export function TargetCell({ row }: Props) {
  const { language } = usePlatform();
  const { apply_assets = [], apply_nodes = [] } = row.rel_snapshot;
  const names = [...apply_assets.map(shortName), ...apply_nodes];
  if (names.length === 0) return <Dash />;
  return <OverflowText>{new Intl.ListFormat(language, { type: 'unit' }).format(names)}</OverflowText>;
}

/** How long access is asked for. */
export function DurationCell({ row }: Props) {
  const { language } = usePlatform();
  return row.duration === null ? <Dash /> : formatLength(row.duration * SECOND_MS, language);
}
