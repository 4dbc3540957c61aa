import { connectionTokenList } from '@gatehouse/contract/layouts/authentication/connectiontoken.ts';
import type { connectiontoken } from '@gatehouse/contract/resources/authentication/connectiontoken.ts';
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

/** The id of a connection token is enough to connect, so it is hidden like a secret. */
function TokenCell({ value, row }: CellIn<typeof connectiontoken, 'id'>) {
  return <SecretCell name={row.asset_display} read={async () => value} canDownload={false} />;
}

/** The user's own valid connection tokens. */
export function ConnectionTokens(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const http = useHttp();
  const can = useCan();
  const notify = useNotify();
  const slots: ListSlots<typeof connectiontoken> = {
    columns: { id: { Cell: TokenCell, width: 190, sortable: false } },
    mode: connectionTokenList,
    createActions: () => [],
    rowActions: (row, _usual, list): Action[] => [
      {
        name: 'expire',
        title: t('token.expire'),
        can: !row.is_expired && can('authentication.expire_connectiontoken'),
        onRun: async () => {
          await http.call('PATCH /api/v1/authentication/connection-token/:id/expire/', {
            params: { id: row.id },
            body: {},
          });
          notify.success(t('token.expired'));
          list.refetch();
        },
      },
    ],
  };
  return <ResourceListPage {...props} slots={slots} />;
}
