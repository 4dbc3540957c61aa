import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../engine/form/FormDialog.tsx';
import { ACCOUNTS_URL } from '../accountsUrl.ts';
import { type AccountFormInput, useAccountForm } from './useAccountForm.tsx';

/** Adds an account to one or many assets, also from a template, or changes an account. */
export function AccountDialog(props: AccountFormInput & { onClose: () => void; onSaved: () => void }) {
  const { onClose, onSaved, ...input } = props;
  const { t } = useTranslation('resources');
  const slots = useAccountForm(input);
  const title = input.id
    ? t('account.update')
    : t(input.byTemplate ? 'account.addByTemplate' : 'account.add');
  return (
    <FormDialog
      url={ACCOUNTS_URL}
      mode={input.id ? 'edit' : 'new'}
      id={input.id}
      title={title}
      slots={slots}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
