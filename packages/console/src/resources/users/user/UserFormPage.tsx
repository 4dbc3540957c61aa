import type { role } from '@gatehouse/contract/resources/rbac/role.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { SecretInput } from '../../../engine/fields/secret/SecretInput.tsx';
import type { FormItem, ValuesIn } from '../../../engine/form/FormItem.ts';
import { FormScopeProvider } from '../../../engine/form/FormScope.tsx';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { PasswordChecks } from '../../../engine/form/rules/PasswordChecks.tsx';
import { passwordRule } from '../../../engine/form/rules/rules.ts';
import { UploadText } from '../../../engine/form/UploadText.tsx';
import { useWords } from '../../../engine/i18n/useWords.ts';
import { ResourceFormPage } from '../../../engine/pages/ResourceFormPage.tsx';
import { useHttp } from '../../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';

const ROLES_URL = '/api/v1/rbac/roles/';
/** The role of components, which cannot be assigned to users. */
const COMPONENT_ROLE = '00000000-0000-0000-0000-000000000004';
const [USER_ROLE, MEMBER_ROLE] = ['User', 'OrgUser'];

/**
 * A password input that is open at once, as for a new row, because it is shown only once a password is to be
 * entered.
 */
const NewPasswordInput = (props: InputProps) => {
  const { isSuperAdmin } = useSession();
  return (
    <FormScopeProvider value={{ mode: 'create', row: undefined, url: '' }}>
      <SecretInput {...props} />
      <PasswordChecks value={props.value} isAdmin={isSuperAdmin} />
    </FormScopeProvider>
  );
};

/**
 * Values of the form that are not sent: which of password and key to change, and whether the user may use
 * keys.
 */
type Switches = { update_password: boolean; set_public_key: boolean; can_public_key_auth: boolean };
type UserForm = FormSlots<typeof user, Switches>;
type UserValues = ValuesIn<typeof user, Switches>;

const isLocal = ({ source }: UserValues) => source === 'local';

/** Whether the form currently shows the password. */
const asksPassword = (values: UserValues, isUpdate: boolean): boolean =>
  isLocal(values) && (isUpdate ? Boolean(values.update_password) : values.password_strategy === 'custom');

const useDefaultRoles = (isNew: boolean) => {
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['roles'],
    queryFn: ({ signal }) => http.list<typeof role>(ROLES_URL, { signal, disableFlashErrorMsg: true }),
    enabled: isNew,
    staleTime: 60_000,
  });
  return useMemo(() => {
    const idsOf = (name: string | undefined) =>
      (data ?? []).filter((each) => each.name === name).map(({ id }) => id);
    return { system_roles: idsOf(USER_ROLE), org_roles: idsOf(MEMBER_ROLE) };
  }, [data]);
};

type FieldsInput = {
  id: string | undefined;
  t: (key: string) => string;
  can: (need: string) => boolean;
  isRoot: boolean;
  hasLicence: boolean;
  myId: string | undefined;
  rule: ReturnType<typeof passwordRule>;
};

const fieldsOf = ({
  id,
  t,
  can,
  isRoot,
  hasLicence,
  myId,
  rule,
}: FieldsInput): NonNullable<UserForm['fields']> => {
  const isUpdate = id !== undefined;
  const isMyself = id === myId && isUpdate;
  const mine = { disabled: isMyself, ...(isMyself && { helpTips: t('user.notYourself') }) };
  return {
    groups: { disabled: isRoot },
    password_strategy: { hidden: (values) => isUpdate || !isLocal(values), wide: true },
    update_password: {
      type: 'boolean',
      label: t('user.changePassword'),
      hidden: (values) => !isUpdate || !isLocal(values) || Boolean(values.update_password),
    },
    password: {
      component: NewPasswordInput,
      required: (values) => asksPassword(values, isUpdate),
      rules: [rule],
      hidden: (values) => !asksPassword(values, isUpdate),
    },
    need_update_password: {
      hidden: (values) =>
        !isLocal(values) || !(asksPassword(values, isUpdate) || Boolean(values.can_public_key_auth)),
    },
    set_public_key: {
      type: 'boolean',
      label: t('user.setPublicKey'),
      hidden: (values) => !isUpdate || Boolean(values.set_public_key),
    },
    public_key: { component: UploadText, wide: true, hidden: (values) => isUpdate && !values.set_public_key },
    system_roles: { hidden: !can('rbac.add_systemrolebinding'), ...mine },
    org_roles: { hidden: !hasLicence || isRoot || !can('rbac.add_orgrolebinding'), required: true, ...mine },
    is_active: mine,
  };
};

const withSwitches = (names: string[]): string[] =>
  names.flatMap((name) => {
    if (name === 'password') return ['update_password', 'password'];
    return name === 'public_key' ? ['set_public_key', 'public_key'] : [name];
  });

/** Creates or updates a user. */
export function UserFormPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const engine = useWords();
  const { id } = useParams();
  const [search] = useSearchParams();
  const can = useCan();
  const { isRoot, hasLicence, profile, settings, isSuperAdmin } = useSession();
  const roles = useDefaultRoles(!id);
  const slots = useMemo<UserForm>(() => {
    const rule = passwordRule(settings.PASSWORD_RULE ?? {}, isSuperAdmin, engine);
    const fields = fieldsOf({ id, t: (key) => t(key), can, isRoot, hasLicence, myId: profile?.id, rule });
    const own = new Map(
      (['update_password', 'set_public_key'] as const).map((name): [string, FormItem] => [
        name,
        { ...fields[name], id: name },
      ]),
    );
    return {
      fields,
      groups: (groups) =>
        groups.map((group) => {
          const known = new Map(group.items.map((item) => [item.id, item]));
          const names = withSwitches(group.items.map((item) => item.id));
          const items = names.flatMap((name) => known.get(name) ?? own.get(name) ?? []);
          return {
            ...group,
            items: items.map((item) => (item.id === 'system_roles' ? systemRoles(item) : item)),
          };
        }),
      initial: { need_update_password: true, ...roles },
      start: (values, { isClone }) => ({ ...values, ...(isClone && { groups: [] }) }),
      toWire: (body, values, { mode }) => userBody(body, values, { mode, isRoot }),
    };
  }, [id, t, can, isRoot, hasLicence, profile, settings, isSuperAdmin, engine, roles]);
  return <ResourceFormPage key={search.get('clone_from') ?? id ?? 'new'} {...props} slots={slots} />;
}

const systemRoles = (item: FormItem): FormItem => {
  const related = item.meta?.related;
  if (!item.meta || !related) return item;
  return {
    ...item,
    meta: { ...item.meta, related: { ...related, url: `${related.url}?id!=${COMPONENT_ROLE}` } },
  };
};

/** The body of a user's form, without values that only the form has or that do not apply. */
export const userBody = (
  body: UserValues,
  values: UserValues,
  { mode, isRoot }: { mode: 'create' | 'update'; isRoot: boolean },
): UserValues => {
  const { update_password: _update, set_public_key: _key, ...rest } = body;
  const next: UserValues = { ...rest };
  if (mode === 'create' && values.password_strategy === 'email') delete next.password;
  if (mode === 'create' && isRoot) delete next.groups;
  if (!isLocal(values)) delete next.need_update_password;
  if (next.public_key === '') delete next.public_key;
  return next;
};
