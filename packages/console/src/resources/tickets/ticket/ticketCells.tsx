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

/** What waits for a confirmation: a command, an asset, or where a sign-in comes from. */
const waitingOf = ({ rel_snapshot: names }: Ticket): string[] => {
  const asset = names.apply_login_asset ?? names.apply_run_asset;
  const place = names.apply_login_ip && [names.apply_login_ip, names.apply_login_city].join(' ').trim();
  return [names.apply_run_command, asset ? shortName(asset) : place].filter((name): name is string => !!name);
};

/** The assets and nodes that are asked for, by name, or what waits for a confirmation. */
export function TargetCell({ row }: Props) {
  const { language } = usePlatform();
  const { apply_assets = [], apply_nodes = [] } = row.rel_snapshot;
  const names = [...apply_assets.map(shortName), ...apply_nodes, ...waitingOf(row)];
  if (names.length === 0) return <Dash />;
  return <OverflowText>{new Intl.ListFormat(language, { type: 'unit' }).format(names)}</OverflowText>;
}

/** How long access is asked for. */
export function DurationCell({ row }: Props) {
  const { language } = usePlatform();
  return row.duration === null ? <Dash /> : formatLength(row.duration * SECOND_MS, language);
}

/** How long the decision took. */
export function DecidedAfterCell({ row }: Props) {
  const { language } = usePlatform();
  return row.decided_after === null ? (
    <Dash />
  ) : (
    formatLength(Math.max(1, row.decided_after) * SECOND_MS, language)
  );
}
