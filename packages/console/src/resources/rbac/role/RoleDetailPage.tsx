import { roleDetail } from '@gatehouse/contract/layouts/rbac/role.ts';
import { usersOfRole } from '@gatehouse/contract/layouts/rbac/rolebinding.ts';
import type { role } from '@gatehouse/contract/resources/rbac/role.ts';
import type { rolebinding } from '@gatehouse/contract/resources/rbac/rolebinding.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import styles from '../../../engine/detail/Detail.module.css';
import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';
import { RelationCard } from '../../../engine/detail/RelationCard.tsx';
import type { DetailController } from '../../../engine/detail/useResourceDetail.ts';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../../engine/pages/ResourceDetailPage.tsx';
import { isAble } from '../../../engine/resource/abilities.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { PermissionTreeCard } from './PermissionTreeCard.tsx';
import { type RoleScope, rolesUrl, useRoleScope } from './roleScope.ts';

const BoundUserCell = ({ value }: CellIn<typeof rolebinding, 'user'>) => (
  <RouteLink name="UserDetail" params={{ id: value.id }}>
    {value.name}
  </RouteLink>
);

function MembersTab({ detail, scope }: { detail: Pick<DetailController, 'id'>; scope: RoleScope }) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const can = useCan();
  const { isRoot } = useSession();
  const [round, setRound] = useState(0);
  const url = `/api/v1/rbac/${scope}-role-bindings/`;
  const mayAdd = can(`rbac.add_${scope}rolebinding`) && !(scope === 'org' && isRoot);
  const slots: ListSlots<typeof rolebinding> = {
    columns: { user: { Cell: BoundUserCell, width: 260, card: 'title' } },
    mode: usersOfRole[scope],
    createActions: () => [],
    moreActions: () => [],
    rowActions: (_, usual) => usual.filter(({ name }) => name === 'delete'),
    rowName: (row) => row.user.name,
    detailPath: () => undefined,
  };
  return (
    <div className={styles.columns}>
      <EmbeddedList key={round} name="RoleUsers" url={`${url}?role=${detail.id}`} slots={slots} />
      <RelationCard
        title={t('role.addUsers')}
        optionsUrl={`/api/v1/users/users/?order=name${scope === 'system' ? '&oid=root' : ''}`}
        items={[]}
        canEdit={mayAdd}
        onAdd={async (ids) => {
          await http.post(
            url,
            ids.map((user) => ({ user, role: detail.id, scope })),
          );
          setRound(round + 1);
        }}
      />
    </div>
  );
}

/** One role with its permissions and users. */
export function RoleDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const scope = useRoleScope();
  const url = rolesUrl(scope);
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const slots: DetailSlots<typeof role> = {
    title: (row) => row.display_name,
    first: { key: 'RoleInfo' },
    layout: roleDetail,
    cards: () => <div ref={setPlace} />,
    side: (detail) => (
      <PermissionTreeCard
        place={place}
        detail={detail}
        scope={scope}
        canChange={isAble<typeof role>(detail.row, 'update')}
      />
    ),
    tabs: () => [
      {
        key: 'RoleUsers',
        label: t('user.titles'),
        hidden: !can(`rbac.view_${scope}rolebinding`),
        render: (detail) => <MembersTab detail={detail} scope={scope} />,
      },
    ],
    updateQuery: () => ({ scope }),
  };
  return <ResourceDetailPage {...props} url={url} slots={slots} />;
}
