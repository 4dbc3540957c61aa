import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { ItemsDialog } from '../../../engine/form/items/ItemsDialog.tsx';
import { withQuery } from '../../../engine/resource/url.ts';
import { idsOf } from '../../../engine/select/idsOf.ts';
import { RelatedInput } from '../../../engine/select/RelatedInput.tsx';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { type Subscription, useChangeSubscription } from './useSubscriptions.ts';

const ManyInput = (props: InputProps) => <RelatedInput {...props} multiple />;

/** Rows of all organizations: messages of the system belong to none. */
const related = (label: string, url: string) => ({
  type: 'm2m_related_field' as const,
  kind: 'refs',
  required: false,
  read_only: false,
  write_only: false,
  label,
  related: { url: withQuery(url, { oid: ROOT_ORG_ID }), attrs: ['name'] },
});

/** Chooses the users and groups that get a message of the system. */
export function ReceiversDialog({ message, onClose }: { message: Subscription; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const notify = useNotify();
  const change = useChangeSubscription(message.message_type);
  const save = async (values: Record<string, unknown>) => {
    const chosen = { users: idsOf(values.users).map(String), groups: idsOf(values.groups).map(String) };
    await change.mutateAsync(chosen);
    notify.success(t('subscriptions.saved'));
    onClose();
  };
  return (
    <ItemsDialog
      title={t('subscriptions.receiversOf', { name: message.message_type_label })}
      items={[
        {
          id: 'users',
          component: ManyInput,
          meta: related(t('subscriptions.users'), '/api/v1/users/users/'),
          wide: true,
        },
        {
          id: 'groups',
          component: ManyInput,
          meta: related(t('subscriptions.groups'), '/api/v1/users/groups/'),
          wide: true,
        },
      ]}
      start={{ users: message.users, groups: message.groups }}
      onClose={onClose}
      onSave={save}
    />
  );
}
