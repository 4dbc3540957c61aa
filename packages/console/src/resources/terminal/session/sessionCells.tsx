import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { AssetIcon } from '../../../theme/icon/AssetIcon.tsx';
import { Pill } from '../../../theme/tag/Pill.tsx';
import { ProtocolTag } from '../../../theme/tag/ProtocolTag.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { IdentityText } from '../../../theme/text/IdentityText.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import type { Session } from './Session.ts';
import { useEndingSessions } from './useEndingSessions.ts';

/** Collection URLs of sessions and of commands. */
export const SESSIONS_URL = '/api/v1/terminal/sessions/';
export const COMMANDS_URL = '/api/v1/terminal/commands/';

type StateFacts = Pick<Session, 'id' | 'is_finished' | 'is_success' | 'is_locked'>;

const stateOf = ({ is_finished, is_success, is_locked }: StateFacts, isEnding: boolean) => {
  if (is_finished) {
    return is_success
      ? ({ kind: 'off', word: 'ended' } as const)
      : ({ kind: 'bad', word: 'failed' } as const);
  }
  if (isEnding) return { kind: 'run', word: 'ending' } as const;
  return is_locked
    ? ({ kind: 'warn', glyph: 'paused', word: 'paused' } as const)
    : ({ kind: 'ok', word: 'active' } as const);
};

/** State of a session: a pill in the header of a page, text in a table. */
export function SessionState({ row, inHead = false }: { row: StateFacts; inHead?: boolean }) {
  const { t } = useTranslation('resources');
  const ending = useEndingSessions();
  const { word, ...look } = stateOf(row, ending.has(row.id));
  const text = t(`session.${word}`);
  return inHead ? <Pill {...look}>{text}</Pill> : <StatusText {...look}>{text}</StatusText>;
}

const linkTo = (route: string, id: string) => (name: string) =>
  id ? (
    <RouteLink name={route} params={{ id }}>
      {name}
    </RouteLink>
  ) : (
    name
  );

/** User of a session, linked if the id is known. */
export const SessionUserCell = ({ row }: { row: Pick<Session, 'user' | 'user_id'> }) => (
  <IdentityText link={linkTo('UserDetail', row.user_id)}>{row.user}</IdentityText>
);

const categories: Record<string, string> = {
  mysql: 'database',
  mariadb: 'database',
  postgresql: 'database',
  oracle: 'database',
  sqlserver: 'database',
  db2: 'database',
  dameng: 'database',
  clickhouse: 'database',
  mongodb: 'database',
  redis: 'database',
  http: 'web',
  chatgpt: 'gpt',
};
const types: Record<string, string> = { rdp: 'windows', k8s: 'k8s' };

/** Asset of a session, linked if the id is known; its icon follows the protocol, as a session has no type. */
export const SessionAssetCell = ({ row }: { row: Pick<Session, 'asset' | 'asset_id' | 'protocol'> }) => (
  <IdentityText
    icon={<AssetIcon type={types[row.protocol]} category={categories[row.protocol]} />}
    link={linkTo('AssetDetail', row.asset_id)}
  >
    {row.asset}
  </IdentityText>
);

/** When a session began. */
export const StartedCell = ({ row }: { row: Session }) => <TimeText value={row.date_start} />;

/** Protocol of a session. */
export const ProtocolCell = ({ value }: { value: string }) =>
  value ? <ProtocolTag>{value}</ProtocolTag> : <Dash />;

/** Number of commands; a dash for none. */
export const CommandCountCell = ({ value }: { value: number }) =>
  value > 0 ? <span className="num">{formatNumber(value)}</span> : <Dash />;

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
