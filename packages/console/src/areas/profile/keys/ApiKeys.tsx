import { PlusOutlined } from '@ant-design/icons';
import { accessKeyList } from '@gatehouse/contract/layouts/authentication/accesskey.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { accesskey } from '@gatehouse/contract/resources/authentication/accesskey.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import { SECRET_MASK } from '../../../engine/cells/SecretCell.tsx';
import type { ListController, ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceListPage } from '../../../engine/pages/ResourceListPage.tsx';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useCan } from '../../../platform/session/useSession.ts';
import { Mono } from '../../../theme/text/Mono.tsx';
import { type NewKey, NewKeyDialog } from './NewKeyDialog.tsx';

const KEYS_URL = '/api/v1/authentication/access-keys/';

const HiddenSecret = () => <Mono>{SECRET_MASK}</Mono>;

/** The id is shown in full, because programs need it to use the key. */
const KeyId = ({ value }: { value: string }) => <Mono>{value}</Mono>;

/** The user's own API keys; the secret is shown once. */
export function ApiKeys(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const can = useCan();
  const notify = useNotify();
  const [created, setCreated] = useState<NewKey>();

  const create = async (list: ListController<typeof accesskey>) => {
    setCreated(await http.call('POST /api/v1/authentication/access-keys/', { body: {} }));
    list.refetch();
  };
  const setActive = async (
    row: RowOf<typeof accesskey>,
    isActive: boolean,
    list: ListController<typeof accesskey>,
  ) => {
    await http.change<typeof accesskey>(KEYS_URL, row.id, { is_active: isActive });
    notify.success(t(isActive ? 'apiKey.enabled' : 'apiKey.disabled'));
    list.refetch();
  };

  const slots: ListSlots<typeof accesskey, 'secret'> = {
    columns: {
      id: { Cell: KeyId, width: 310 },
      secret: { title: t('apiKey.secret'), Cell: HiddenSecret, sortable: false },
    },
    mode: accessKeyList,
    createActions: (usual, list): Action[] => [
      {
        ...usual,
        name: 'create',
        title: common('action.create'),
        icon: <PlusOutlined aria-hidden />,
        has: true,
        can: can('authentication.add_accesskey'),
        to: undefined,
        onRun: () => create(list),
      },
    ],
    rowActions: (row, usual, list): Action[] => [
      ...usual.filter((action) => action.name !== 'clone'),
      {
        name: 'toggle',
        title: t(row.is_active ? 'apiKey.disable' : 'apiKey.enable'),
        can: can('authentication.change_accesskey'),
        onRun: () => setActive(row, !row.is_active, list),
      },
    ],
  };
  return (
    <>
      <ResourceListPage {...props} slots={slots} />
      {created && <NewKeyDialog created={created} onClose={() => setCreated(undefined)} />}
    </>
  );
}
