import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../../../engine/detail/Detail.module.css';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { nameOf, type Row } from '../../../engine/resource/row.ts';
import { rowUrl } from '../../../engine/resource/url.ts';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { ASSETS_URL } from '../assetTree.ts';

const quiet: ListSlots = {
  createActions: () => [],
  hasMoreActions: false,
  hasImport: false,
  hasExport: false,
  hasSelection: false,
};

type Of = { row: Row; kind: 'users' | 'user-groups' };

function Permissions({ id, of, onClose }: { id: string; of: Of; onClose: () => void }) {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const slots: ListSlots = {
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
      title={t('asset.permissionsOf', { name: nameOf(of.row) })}
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
  const slotsOf = (kind: Of['kind'], defaults: string[], detail: string): ListSlots => ({
    ...quiet,
    defaults,
    rowActions: (row) => [
      { name: 'permissions', title: t('asset.viewPermissions'), onRun: () => setOf({ row, kind }) },
    ],
    metadataUrl: kind === 'users' ? '/api/v1/users/users/' : '/api/v1/users/groups/',
    detailPath: (row) => routes.path(detail, { id: row.id }),
  });
  return (
    <div className={styles.columns}>
      <EmbeddedList
        name="AssetPermUsers"
        url={`${rowUrl(ASSETS_URL, id)}perm-users/`}
        slots={slotsOf('users', ['name', 'username', 'source', 'is_valid'], 'UserDetail')}
      />
      <EmbeddedList
        name="AssetPermGroups"
        url={`${rowUrl(ASSETS_URL, id)}perm-user-groups/`}
        slots={{ ...slotsOf('user-groups', ['name'], 'UserGroupDetail'), hasColumnSetting: false }}
      />
      {of && <Permissions id={id} of={of} onClose={() => setOf(undefined)} />}
    </div>
  );
}
