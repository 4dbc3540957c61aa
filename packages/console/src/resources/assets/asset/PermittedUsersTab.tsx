import { permissionsOfAsset } from '@gatehouse/contract/layouts/perms/assetpermission.ts';
import { usersOfAsset } from '@gatehouse/contract/layouts/users/user.ts';
import { groupsOfAsset } from '@gatehouse/contract/layouts/users/usergroup.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';
import type { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import { usePageAction } from '../../../engine/action/usePageAction.ts';
import styles from '../../../engine/detail/Detail.module.css';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { rowUrl } from '../../../engine/resource/url.ts';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { ASSETS_URL } from '../assetTree.ts';

type Of = { row: Pick<RowOf<typeof usergroup>, 'id' | 'name'>; kind: 'users' | 'user-groups' };

function Permissions({ id, of, onClose }: { id: string; of: Of; onClose: () => void }) {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const slots: ListSlots<typeof assetpermission> = {
    mode: permissionsOfAsset,
    createActions: () => [],
    rowActions: () => [],
    detailPath: (row) => routes.path('AssetPermissionDetail', { id: row.id }),
  };
  return (
    <Modal
      open
      width="60%"
      style={{ top: '3vh', maxWidth: 1000 }}
      title={t('asset.permissionsOf', { name: of.row.name })}
      footer={null}
      onCancel={onClose}
    >
      <EmbeddedList
        name="AssetPermUserPermissions"
        url={`${rowUrl(ASSETS_URL, id)}perm-${of.kind}/${of.row.id}/permissions/`}
        slots={slots}
        isBare
      />
    </Modal>
  );
}

/** Users and groups that are permitted to connect to an asset. */
export function PermittedUsersTab({ id }: { id: string }) {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const [of, setOf] = useState<Of>();
  const explain = usePageAction('ExplainAccess');
  const slotsOf = (kind: Of['kind'], detail: string, more: (row: Of['row']) => Action[]) => ({
    createActions: () => [],
    rowActions: (row: Of['row']) => [
      { name: 'permissions', title: t('asset.viewPermissions'), onRun: () => setOf({ row, kind }) },
      ...more(row),
    ],
    detailPath: (row: Of['row']) => routes.path(detail, { id: row.id }),
  });
  const users: ListSlots<typeof user> = {
    ...slotsOf('users', 'UserDetail', (row) => explain({ user: row.id, asset: id })),
    mode: usersOfAsset,
  };
  const groups: ListSlots<typeof usergroup> = {
    ...slotsOf('user-groups', 'UserGroupDetail', () => []),
    mode: groupsOfAsset,
  };
  return (
    <div className={styles.columns}>
      <EmbeddedList name="AssetPermUsers" url={`${rowUrl(ASSETS_URL, id)}perm-users/`} slots={users} />
      <EmbeddedList
        name="AssetPermGroups"
        url={`${rowUrl(ASSETS_URL, id)}perm-user-groups/`}
        slots={groups}
      />
      {of && <Permissions id={id} of={of} onClose={() => setOf(undefined)} />}
    </div>
  );
}
