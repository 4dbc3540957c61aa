import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../engine/cells/RouteLink.tsx';
import type { CellProps } from '../../engine/fields/FieldUi.ts';
import { type Row, rawOf, textOf } from '../../engine/resource/row.ts';
import { Dash } from '../../theme/Dash.tsx';
import { Mono } from '../../theme/Mono.tsx';
import { OverflowText } from '../../theme/OverflowText.tsx';
import { ProtocolTag } from '../../theme/ProtocolTag.tsx';
import { StatusText } from '../../theme/StatusText.tsx';

/** Collection URL of sessions, and of commands. */
export const SESSIONS_URL = '/api/v1/terminal/sessions/';
export const COMMANDS_URL = '/api/v1/terminal/commands/';

/** State of a session: who must act next. */
export function SessionState({ row }: { row: Row }) {
  const { t } = useTranslation('resources');
  if (row.is_finished) {
    return row.is_success === false ? (
      <StatusText kind="bad">{t('session.failed')}</StatusText>
    ) : (
      <StatusText kind="off">{t('session.ended')}</StatusText>
    );
  }
  return row.is_locked ? (
    <StatusText kind="warn" glyph="paused">
      {t('session.paused')}
    </StatusText>
  ) : (
    <StatusText kind="ok">{t('session.active')}</StatusText>
  );
}

/** User of a session, as a link to the person. */
export const SessionUserCell = ({ row }: CellProps) => (
  <OverflowText>
    {row.user_id ? (
      <RouteLink name="UserDetail" params={{ id: String(row.user_id) }}>
        {textOf(row.user)}
      </RouteLink>
    ) : (
      textOf(row.user)
    )}
  </OverflowText>
);

/** Where a session went, as a link to the asset. */
export const SessionAssetCell = ({ row }: CellProps) => (
  <OverflowText>
    {row.asset_id ? (
      <RouteLink name="AssetDetail" params={{ id: String(row.asset_id) }}>
        {textOf(row.asset)}
      </RouteLink>
    ) : (
      textOf(row.asset)
    )}
  </OverflowText>
);

/** A fact of a session in the code font. */
export const FactCell = ({ value }: CellProps) =>
  value ? (
    <OverflowText>
      <Mono>{textOf(value)}</Mono>
    </OverflowText>
  ) : (
    <Dash />
  );

/** Protocol of a session. */
export const ProtocolCell = ({ value }: CellProps) =>
  value ? <ProtocolTag>{textOf(value)}</ProtocolTag> : <Dash />;

/** Number of commands; none is a dash. */
export const CommandCountCell = ({ value }: CellProps) =>
  Number(value) > 0 ? <span className="num">{Number(value).toLocaleString()}</span> : <Dash />;

/** Duration as the server counts it. */
export const DurationCell = ({ value }: CellProps) => <span className="num">{textOf(value) || '–'}</span>;

const risks: Record<number, { kind: 'off' | 'warn' | 'bad' | 'ok'; glyph?: 'wait' | 'bad' }> = {
  0: { kind: 'off' },
  4: { kind: 'warn' },
  5: { kind: 'bad' },
  6: { kind: 'bad', glyph: 'wait' },
  7: { kind: 'ok', glyph: 'wait' },
  8: { kind: 'off', glyph: 'wait' },
};

/** How the rules judged a command. */
export function RiskCell({ value }: CellProps) {
  const { kind, glyph } = risks[Number(rawOf(value))] ?? { kind: 'off' as const };
  return (
    <StatusText kind={kind} glyph={glyph}>
      {textOf(value)}
    </StatusText>
  );
}
