import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import { Pill } from '../../../theme/tag/Pill.tsx';
import { ProtocolTag } from '../../../theme/tag/ProtocolTag.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import { OverflowText } from '../../../theme/text/OverflowText.tsx';
import type { Session } from './Session.ts';

/** Collection URLs of sessions and of commands. */
export const SESSIONS_URL = '/api/v1/terminal/sessions/';
export const COMMANDS_URL = '/api/v1/terminal/commands/';

type StateFacts = Pick<Session, 'is_finished' | 'is_success' | 'is_locked'>;

const stateOf = ({ is_finished, is_success, is_locked }: StateFacts) => {
  if (is_finished) {
    return is_success
      ? ({ kind: 'off', word: 'ended' } as const)
      : ({ kind: 'bad', word: 'failed' } as const);
  }
  return is_locked
    ? ({ kind: 'warn', glyph: 'paused', word: 'paused' } as const)
    : ({ kind: 'ok', word: 'active' } as const);
};

/** State of a session: a pill in the header of a page, text in a table. */
export function SessionState({ row, inHead = false }: { row: StateFacts; inHead?: boolean }) {
  const { t } = useTranslation('resources');
  const { word, ...look } = stateOf(row);
  const text = t(`session.${word}`);
  return inHead ? <Pill {...look}>{text}</Pill> : <StatusText {...look}>{text}</StatusText>;
}

/** User of a session, linked if the id is known. */
export const SessionUserCell = ({ row }: { row: Session }) => (
  <OverflowText>
    {row.user_id ? (
      <RouteLink name="UserDetail" params={{ id: row.user_id }}>
        {row.user}
      </RouteLink>
    ) : (
      row.user
    )}
  </OverflowText>
);

/** Asset of a session, linked if the id is known. */
export const SessionAssetCell = ({ row }: { row: Session }) => (
  <OverflowText>
    {row.asset_id ? (
      <RouteLink name="AssetDetail" params={{ id: row.asset_id }}>
        {row.asset}
      </RouteLink>
    ) : (
      row.asset
    )}
  </OverflowText>
);

/** A technical value of a session, in the code font. */
export const FactCell = ({ value }: { value: string | null }) =>
  value ? (
    <OverflowText>
      <Mono>{value}</Mono>
    </OverflowText>
  ) : (
    <Dash />
  );

/** Protocol of a session. */
export const ProtocolCell = ({ value }: { value: string }) =>
  value ? <ProtocolTag>{value}</ProtocolTag> : <Dash />;

/** Number of commands; a dash for none. */
export const CommandCountCell = ({ value }: { value: number }) =>
  value > 0 ? <span className="num">{value.toLocaleString()}</span> : <Dash />;

/** Duration as the server has computed it. */
export const DurationCell = ({ value }: { value: string }) => <span className="num">{value || '–'}</span>;

type Risk = RowOf<typeof command>['risk_level'];

const risks: Record<Risk['value'], { kind: 'off' | 'warn' | 'bad' | 'ok'; glyph?: 'wait' | 'bad' }> = {
  0: { kind: 'off' },
  4: { kind: 'warn' },
  5: { kind: 'bad' },
  6: { kind: 'bad', glyph: 'wait' },
  7: { kind: 'ok', glyph: 'wait' },
  8: { kind: 'off', glyph: 'wait' },
};

/** Risk level of a command. */
export function RiskCell({ value }: { value: Risk }) {
  const { kind, glyph } = risks[value.value];
  return (
    <StatusText kind={kind} glyph={glyph}>
      {value.label}
    </StatusText>
  );
}
