import { useTranslation } from 'react-i18next';
import type { FormItem } from '../../engine/form/FormItem.ts';
import { ItemsDialogBox } from '../../engine/form/items/ItemsDialogBox.tsx';
import { useMetadata } from '../../platform/Platform.tsx';
import { accountFields } from '../../resources/accounts/accountItems.tsx';
import { ACCOUNTS_URL } from '../../resources/accounts/accountsUrl.ts';
import type { AccountPlatform } from '../../resources/accounts/usePlatformsOf.ts';
import { usePushFields } from '../../resources/accounts/usePushFields.ts';
import type { DraftAccount } from './draftAccounts.ts';

const NAMES = [
  'name',
  'username',
  'privileged',
  'secret_type',
  'secret',
  'passphrase',
  'push_now',
  'params',
  'is_active',
  'comment',
];

const useItems = (secretTypes: readonly string[], platforms: readonly AccountPlatform[]): FormItem[] => {
  const { data } = useMetadata(ACCOUNTS_URL);
  const pushFields = usePushFields();
  const metas = data?.actions?.POST ?? {};
  const fields: Record<string, Partial<FormItem>> = {
    ...accountFields({ metas, allowed: secretTypes, isEdit: false }),
    ...pushFields(platforms),
  };
  return NAMES.flatMap((id) => {
    const meta = metas[id];
    return meta ? [{ id, meta, ...fields[id] }] : [];
  });
};

/** An account that is created with its asset; `account` is the one that is edited, undefined for another one. */
export const AccountDraftDialog = (props: {
  account: DraftAccount | undefined;
  secretTypes: readonly string[];
  platforms: readonly AccountPlatform[];
  onClose: () => void;
  onSave: (draft: DraftAccount) => void;
}) => {
  const { account, secretTypes, platforms } = props;
  const { t } = useTranslation('resources');
  const items = useItems(secretTypes, platforms);
  return (
    <ItemsDialogBox
      title={account ? t('account.update') : t('account.add')}
      okText={account ? t('action.save') : t('action.add')}
      width={800}
      items={items}
      start={account ?? { is_active: true, privileged: false, secret_type: secretTypes[0] ?? 'password' }}
      onClose={props.onClose}
      onSave={props.onSave}
    />
  );
};
