import { virtualAccountList } from '@gatehouse/contract/layouts/accounts/virtualaccount.ts';
import type { virtualaccount } from '@gatehouse/contract/resources/accounts/virtualaccount.ts';
import { useTranslation } from 'react-i18next';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceList } from '../../../engine/list/ResourceList.tsx';
import { useListController } from '../../../engine/list/useListController.ts';
import type { ListState } from '../../../engine/list/useListState.ts';
import { isSettable } from './settable.ts';

/** The virtual accounts, which belong to no asset. */
export function VirtualAccounts({ state }: { state: ListState }) {
  const { t } = useTranslation('resources');
  const slots: ListSlots<typeof virtualaccount> = {
    mode: virtualAccountList,
    createActions: () => [],
    rowActions: (row, usual) =>
      usual
        .filter(({ name }) => name === 'update')
        .map((action) =>
          isSettable(row) ? action : { ...action, can: false, reason: t('account.virtualFixed') },
        ),
  };
  const list = useListController({
    name: 'VirtualAccountList',
    url: '/api/v1/accounts/virtual-accounts/',
    state,
    slots,
  });
  return <ResourceList list={list} routes="VirtualAccount" isMain />;
}
