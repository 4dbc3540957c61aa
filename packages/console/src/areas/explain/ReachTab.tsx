import { reachOfAsset, reachOfUser } from '@gatehouse/contract/layouts/reach.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { RouteLink } from '../../engine/cells/RouteLink.tsx';
import type { CellProps } from '../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import type { Row } from '../../engine/resource/row.ts';
import { joined } from '../../platform/i18n/joined.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { Card } from '../../theme/state/Card.tsx';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import { OverflowText } from '../../theme/text/OverflowText.tsx';
import styles from './explain.module.css';
import type { Grant } from './explanation.ts';
import { AssetInput, UserInput } from './SubjectInputs.tsx';
import { useAccountName } from './useAccountName.ts';

type Path = Pick<Grant, 'id' | 'name' | 'is_direct' | 'groups' | 'is_on_asset' | 'nodes'>;

function AccountsCell({ value }: CellProps) {
  const accountName = useAccountName();
  const aliases = Array.isArray(value) ? value.map(String) : [];
  if (aliases.length === 0) return <Dash />;
  return <OverflowText>{joined(aliases.map((alias) => accountName({ alias, username: '' })))}</OverflowText>;
}

const namesOf = (rows: readonly { name: string }[]): string => joined(rows.map(({ name }) => name));

/** The permissions that lead from a user to an asset, each with the group and the node that it goes by. */
function PathsCell({ value }: CellProps) {
  const paths = (Array.isArray(value) ? value : []) as Path[];
  if (paths.length === 0) return <Dash />;
  return (
    <OverflowText>
      {paths.map((path, at) => (
        <span key={path.id}>
          {at > 0 && '; '}
          {!path.is_direct && <span className="t3">{`${namesOf(path.groups)} › `}</span>}
          <RouteLink name="AssetPermissionDetail" params={{ id: path.id }}>
            {path.name}
          </RouteLink>
          {!path.is_on_asset && <span className="t3">{` › ${namesOf(path.nodes)}`}</span>}
        </span>
      ))}
    </OverflowText>
  );
}

const sides = {
  asset: {
    ...{ Input: AssetInput, url: 'users', route: 'UserDetail', mode: reachOfAsset },
    ...{ other: 'user', fact: 'username' },
  },
  user: {
    ...{ Input: UserInput, url: 'assets', route: 'AssetDetail', mode: reachOfUser },
    ...{ other: 'asset', fact: 'address' },
  },
} as const;

function ReachList({ of, id }: { of: keyof typeof sides; id: string }) {
  const { t } = useTranslation('explain');
  const routes = useRouteNames();
  const { url, route, mode, other, fact } = sides[of];
  const explain = (row: Row) => routes.path('ExplainAccess', {}, { [of]: id, [other]: String(row.id) });
  const slots: ListSlots = {
    mode,
    columns: {
      name: { title: t(`reach.${url}`), width: 200 },
      [fact]: { title: t(`reach.${fact}`), width: 160 },
      accounts: { Cell: AccountsCell, title: t('reach.accounts'), width: 200, card: 'fact' },
      protocols: { title: t('reach.protocols'), width: 140 },
      paths: { Cell: PathsCell, title: t('reach.paths'), width: 340, card: 'tags' },
      date_expired: { title: t('reach.date_expired'), width: 170, card: 'hidden' },
    },
    exportUrl: (address) => address.replace(`/explain/${url}/`, `/explain/${url}/file/`),
    createActions: () => [],
    moreActions: () => [],
    rowActions: (row) => [{ name: 'explain', title: t('ask'), to: explain(row) ?? '' }],
    detailPath: (row) => routes.path(route, { id: row.id }),
  };
  return (
    <EmbeddedList
      key={id}
      name={`Reach-${of}`}
      url={`/api/v1/perms/explain/${url}/?${of}=${id}`}
      slots={slots}
    />
  );
}

/** Who reaches an asset, or what a user reaches, with the permissions that lead there. */
export function ReachTab({ of }: { of: keyof typeof sides }) {
  const { t } = useTranslation('explain');
  const [search] = useSearchParams();
  const [chosen, setChosen] = useState(search.get(of) ?? undefined);
  const { Input } = sides[of];
  const id = `reach-${of}`;
  return (
    <div className={styles.reach}>
      <div className={styles.subject}>
        <label htmlFor={id}>{t(`field.${of}`)}</label>
        <Input id={id} value={chosen} onChange={setChosen} />
      </div>
      {chosen ? (
        <ReachList of={of} id={chosen} />
      ) : (
        <Card>
          <EmptyState title={t(`reach.empty.${of}`)} text={t(`reach.emptyText.${of}`)} />
        </Card>
      )}
    </div>
  );
}
