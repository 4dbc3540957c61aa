import { PlusOutlined } from '@ant-design/icons';
import { tempTokenList } from '@gatehouse/contract/layouts/authentication/temptoken.ts';
import type { temptoken } from '@gatehouse/contract/resources/authentication/temptoken.ts';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import { SecretCell } from '../../../engine/cells/SecretCell.tsx';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceListPage } from '../../../engine/pages/ResourceListPage.tsx';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useCan } from '../../../platform/session/useSession.ts';

function TokenSecret({ value, row }: CellIn<typeof temptoken, 'secret'>) {
  return <SecretCell name={row.username} read={async () => value} canDownload={false} />;
}

/** The user's temporary passwords; each works once, within five minutes of its creation. */
export function TempPasswords(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const can = useCan();
  const notify = useNotify();
  const slots: ListSlots<typeof temptoken> = {
    columns: { secret: { Cell: TokenSecret, width: 190, sortable: false } },
    mode: tempTokenList,
    createActions: (usual, list): Action[] => [
      {
        ...usual,
        name: 'create',
        title: common('action.create'),
        icon: <PlusOutlined aria-hidden />,
        has: true,
        can: can('authentication.add_temptoken'),
        to: undefined,
        onRun: async () => {
          await http.create<typeof temptoken>('/api/v1/authentication/temp-tokens/', {});
          list.refetch();
        },
      },
    ],
    rowActions: (row, _usual, list): Action[] => [
      {
        name: 'expire',
        title: t('token.expire'),
        can: row.is_valid && can('authentication.change_temptoken'),
        onRun: async () => {
          await http.call('PATCH /api/v1/authentication/temp-tokens/:id/expire/', {
            params: { id: row.id },
            body: {},
          });
          notify.success(t('token.passwordExpired'));
          list.refetch();
        },
      },
    ],
  };
  return <ResourceListPage {...props} slots={slots} />;
}
