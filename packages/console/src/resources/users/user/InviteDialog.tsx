import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { ItemsDialog } from '../../../engine/form/items/ItemsDialog.tsx';
import { idsOf } from '../../../engine/select/idsOf.ts';
import { RelatedInput } from '../../../engine/select/RelatedInput.tsx';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp, usePlatform } from '../../../platform/Platform.tsx';
import { USERS_URL } from './usersUrl.ts';

const related = (label: string, url: string) => ({
  type: 'm2m_related_field' as const,
  kind: 'refs',
  required: true,
  read_only: false,
  write_only: false,
  label,
  related: { url, attrs: ['name'] },
});

const ManyInput = (props: InputProps) => <RelatedInput {...props} multiple />;

/** Adds existing users, whatever their organizations, to this one, with the chosen roles. */
export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const notify = useNotify();
  const { session } = usePlatform();
  const invite = async (values: Record<string, unknown>) => {
    const body = { users: idsOf(values.users), org_roles: idsOf(values.org_roles) };
    const { users } = await http.call('POST /api/v1/users/users/invite/', { body });
    const { profile, currentOrg, addWorkbenchOrg } = {
      ...session.get(),
      addWorkbenchOrg: session.addWorkbenchOrg,
    };
    if (profile && currentOrg && users.includes(profile.id)) addWorkbenchOrg(currentOrg);
    notify.success(t('user.invited', { count: users.length }));
    onInvited();
    onClose();
  };
  return (
    <ItemsDialog
      title={t('user.inviteTitle')}
      width="50vw"
      okText={t('user.invite')}
      items={[
        {
          id: 'users',
          component: ManyInput,
          meta: related(t('user.titles'), `${USERS_URL}suggestions/`),
          wide: true,
        },
        {
          id: 'org_roles',
          component: ManyInput,
          meta: related(t('user.orgRoles'), '/api/v1/rbac/org-roles/'),
          wide: true,
        },
      ]}
      start={{}}
      onClose={onClose}
      onSave={invite}
    />
  );
}
