import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import type { FormItem } from '../../../engine/form/FormItem.ts';
import type { ListController } from '../../../engine/list/ListSlots.ts';
import { BatchUpdateDialog } from '../../../engine/transfer/batch/BatchUpdateDialog.tsx';
import { useMetadata } from '../../../platform/Platform.tsx';
import { AccountSecretInput } from '../accountItems.tsx';
import { ACCOUNTS_URL } from '../accountsUrl.ts';

/** Changes several accounts of one secret type at once. */
export function AccountBatchUpdate({
  list,
  onClose,
}: {
  list: ListController<typeof account>;
  onClose: () => void;
}) {
  const { data } = useMetadata(ACCOUNTS_URL);
  const metas = data?.actions?.PATCH;
  if (!metas) return null;
  const isKey = list.selection.rows[0]?.secret_type.value === 'ssh_key';
  const names = ['privileged', 'secret', ...(isKey ? ['passphrase'] : []), 'is_active', 'comment'];
  const items: FormItem[] = names.flatMap((id) => {
    const meta = metas[id];
    return meta
      ? [
          {
            id,
            meta: { ...meta, required: false },
            ...(id === 'secret' && { component: AccountSecretInput }),
          },
        ]
      : [];
  });
  return (
    <BatchUpdateDialog
      list={list}
      items={items}
      initial={{ is_active: true, privileged: false, comment: '' }}
      onClose={onClose}
    />
  );
}
