import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { commandstorage } from '@gatehouse/contract/resources/terminal/commandstorage.ts';
import type { replaystorage } from '@gatehouse/contract/resources/terminal/replaystorage.ts';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import type { CellProps } from '../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListOf, ListSlots } from '../../engine/list/ListSlots.ts';
import { rowUrl, withQuery } from '../../engine/resource/url.ts';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp, useMetadata } from '../../platform/Platform.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { isBuiltIn, type StorageKind, storageKinds } from './storageKinds.ts';
import { useHostKeyQuestion } from './useHostKeyQuestion.tsx';

type StorageRow = RowOf<typeof replaystorage, 'list'> | RowOf<typeof commandstorage, 'list'>;

const NameCell = ({ value }: CellProps<string>) => <span>{value}</span>;

/** The mark of the default; the others show nothing. */
function DefaultCell({ value }: CellProps<boolean>) {
  const { t } = useTranslation('settings');
  return value ? (
    <StatusText kind="ok" glyph="done" plain>
      {t('storage.default')}
    </StatusText>
  ) : null;
}

/** The actions of a storage: a test, and to make it the default. */
const useStorageActions = (kind: StorageKind) => {
  const { t } = useTranslation('settings');
  const { url, test, change } = storageKinds[kind];
  const http = useHttp();
  const notify = useNotify();
  const can = useCan();
  const askAboutHostKey = useHostKeyQuestion();
  const confirm = useConfirm();
  const isMeant = (row: StorageRow) =>
    row.type.value !== 'null' ||
    confirm({
      title: t(`storage.keepNothing.${kind}`),
      body: t(`storage.keepNothing.${kind}Body`),
      okText: t('storage.keepNothing.ok'),
      danger: true,
      focusCancel: true,
    });
  return (row: StorageRow, list: Pick<ListOf<StorageRow>, 'refetch'>): Action[] => [
    {
      name: 'test',
      title: t('test'),
      order: 20,
      onRun: async () => {
        const { is_valid, msg, host_key: hostKey } = await http.call(test, { params: { id: row.id } });
        if (is_valid) notify.success(msg);
        else notify.error(msg);
        if (hostKey && can(change))
          await askAboutHostKey({ url: rowUrl(url, row.id), name: row.name }, hostKey);
      },
    },
    {
      name: 'default',
      title: t('storage.setDefault'),
      order: 30,
      has: row.type.value !== 'sftp' && !row.is_default,
      can: can(change),
      reason: t('storage.noPermission'),
      onRun: async () => {
        if (!(await isMeant(row))) return;
        await http.patch(rowUrl(url, row.id), { is_default: true });
        notify.success(t('storage.defaultSet', { name: row.name }));
        list.refetch();
      },
    },
  ];
};

/** The storages of one kind. */
export function StorageList({ kind }: { kind: StorageKind }) {
  const { url, mode, create, add } = storageKinds[kind];
  const routes = useRouteNames();
  const can = useCan();
  const { data } = useMetadata(url);
  const actionsOf = useStorageActions(kind);
  const types = (data?.actions?.POST?.type?.choices ?? []).filter(({ value }) => !isBuiltIn(String(value)));
  const slots: ListSlots<typeof replaystorage> & ListSlots<typeof commandstorage> = {
    mode,
    columns: {
      name: { Cell: NameCell, card: 'title' },
      type: { width: 220 },
      is_default: { Cell: DefaultCell, width: 110, card: 'state' },
    },
    createActions: (usual) => [
      {
        ...usual,
        has: true,
        can: can(add),
        to: undefined,
        children: types.map(({ value, label }) => ({
          name: String(value),
          title: label,
          to: routes.path(create, {}, { type: String(value) }),
        })),
      },
    ],
    rowActions: (row: StorageRow, usual: Action[], list: Pick<ListOf<StorageRow>, 'refetch'>) => [
      ...usual
        .filter(({ name }) => name === 'update' || name === 'delete')
        .map((action) => ({
          ...action,
          has: action.has !== false && !isBuiltIn(row.type.value),
          ...(action.to && { to: withQuery(action.to, { type: row.type.value }) }),
        })),
      ...actionsOf(row, list),
    ],
  };
  return <EmbeddedList name={`${kind}List`} url={url} routes={kind} slots={slots} />;
}
