import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';
import type { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../../../engine/detail/Detail.module.css';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { rowUrl } from '../../../engine/resource/url.ts';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { ASSETS_URL } from '../assetTree.ts';

const quiet = {
  createActions: () => [],
  hasMoreActions: false,
  hasImport: false,
  hasExport: false,
  hasSelection: false,
} satisfies ListSlots;

type Of = { row: Pick<RowOf<typeof usergroup>, 'id' | 'name'>; kind: 'users' | 'user-groups' };

function Permissions({ id, of, onClose }: { id: string; of: Of; onClose: () => void }) {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const slots: ListSlots<typeof assetpermission> = {
    ...quiet,
    defaults: ['name', 'is_valid', 'created_by', 'date_created'],
    metadataUrl: '/api/v1/perms/asset-permissions/',
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

/** People and groups that some grant lets reach an asset. */
export function PermittedUsersTab({ id }: { id: string }) {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const [of, setOf] = useState<Of>();
  const slotsOf = (kind: Of['kind'], detail: string) => ({
    ...quiet,
    rowActions: (row: Of['row']) => [
      { name: 'permissions', title: t('asset.viewPermissions'), onRun: () => setOf({ row, kind }) },
    ],
    metadataUrl: kind === 'users' ? '/api/v1/users/users/' : '/api/v1/users/groups/',
    detailPath: (row: Of['row']) => routes.path(detail, { id: row.id }),
  });
  const users: ListSlots<typeof user> = {
    ...slotsOf('users', 'UserDetail'),
    defaults: ['name', 'username', 'source', 'is_valid'],
  };
  const groups: ListSlots<typeof usergroup> = {
    ...slotsOf('user-groups', 'UserGroupDetail'),
    defaults: ['name'],
    hasColumnSetting: false,
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
