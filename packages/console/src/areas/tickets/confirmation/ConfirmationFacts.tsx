import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import { FactList, factsOf } from '../../../engine/detail/FactsCard.tsx';
import type { DetailOf } from '../../../engine/detail/useResourceDetail.ts';
import type { CellIn, CellsIn } from '../../../engine/fields/FieldUi.ts';
import type {
  CommandTicket,
  ConnectionTicket,
  SignInTicket,
} from '../../../resources/tickets/ticket/ticket.ts';
import { Card } from '../../../theme/state/Card.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { IdentityText } from '../../../theme/text/IdentityText.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import styles from '../tickets.module.css';

const signInFields = ['apply_login_ip', 'apply_login_city', 'apply_login_datetime'] as const;

/** From where and when a user signs in. */
export function SignInFacts({ detail: { row, resource } }: { detail: DetailOf<SignInTicket> }) {
  const { t } = useTranslation('tickets');
  const cells: CellsIn<SignInTicket> = {
    apply_login_datetime: ({ value }) => (value ? <TimeText value={value} /> : <Dash />),
  };
  // Of most addresses no place is known.
  const names = signInFields.filter((name) => name !== 'apply_login_city' || row.apply_login_city !== '');
  return (
    <Card title={t('confirm.login_confirm.title')}>
      <FactList facts={factsOf({ row, metas: resource.metas, names, cells })} />
    </Card>
  );
}

const connectionFields = [
  'apply_login_user',
  'apply_login_asset',
  'apply_login_account',
  'apply_login_ip',
] as const;

const connectionCells: CellsIn<ConnectionTicket> = {
  // As they were named then, when they have been deleted meanwhile.
  apply_login_user: ({ row }) => <IdentityText>{row.rel_snapshot.apply_login_user ?? ''}</IdentityText>,
  apply_login_asset: ({ row, value }) => {
    const name = row.rel_snapshot.apply_login_asset ?? '';
    return value ? (
      <RouteLink name="AssetDetail" params={{ id: value.id }} query={{ oid: row.org_id }}>
        {name}
      </RouteLink>
    ) : (
      name
    );
  },
};

/** Who connects to what, as whom and from where. */
export function ConnectionFacts({ detail: { row, resource } }: { detail: DetailOf<ConnectionTicket> }) {
  const { t } = useTranslation('tickets');
  return (
    <Card title={t('confirm.login_asset_confirm.title')}>
      <FactList
        facts={factsOf({ row, metas: resource.metas, names: connectionFields, cells: connectionCells })}
      />
    </Card>
  );
}

const commandFields = [
  'apply_run_user',
  'apply_run_asset',
  'apply_run_account',
  'apply_from_cmd_filter_acl',
  'apply_from_session',
] as const;

/** The session of the command, and its recording at the moment of the command. */
function SessionLinks({ row }: CellIn<CommandTicket, 'apply_from_session'>) {
  const { t } = useTranslation('tickets');
  const id = row.apply_from_session?.id;
  if (!id) return <Dash />;
  return (
    <RouteLink name="SessionDetail" params={{ id }} query={{ oid: row.org_id }}>
      {t('confirm.openSession')}
    </RouteLink>
  );
}

const commandCells: CellsIn<CommandTicket> = {
  apply_run_user: ({ row }) => <IdentityText>{row.rel_snapshot.apply_run_user ?? ''}</IdentityText>,
  apply_from_cmd_filter_acl: ({ value, row }) =>
    value ? (
      <RouteLink name="CommandFilterAclDetail" params={{ id: value.id }} query={{ oid: row.org_id }}>
        {value.name}
      </RouteLink>
    ) : (
      <Dash />
    ),
  apply_from_session: SessionLinks,
};

/** The whole command, who runs it and where, and the filter that holds it. */
export function CommandFacts({ detail: { row, resource } }: { detail: DetailOf<CommandTicket> }) {
  const { t } = useTranslation('tickets');
  const { apply_run_doubt: doubt } = row.rel_snapshot;
  return (
    <Card title={t('confirm.command_confirm.title')}>
      {row.apply_run_command && (
        <pre className={styles.command}>
          <Mono>{row.apply_run_command}</Mono>
        </pre>
      )}
      {doubt && (
        <p role="note" className={styles.doubt}>
          {t(`confirm.doubt.${doubt}`)}
        </p>
      )}
      <FactList facts={factsOf({ row, metas: resource.metas, names: commandFields, cells: commandCells })} />
    </Card>
  );
}
