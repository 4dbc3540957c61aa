import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type RelatedInputProps,
  type RelatedInputs,
  RelatedInputsProvider,
  type SelectorAttribute,
} from '../../engine/select/RelatedInputs.tsx';
import { part } from '../../platform/part/part.ts';
import { useCategories } from '../../platform/session/useCategories.ts';
import { useSession } from '../../platform/session/useSession.ts';

const AssetPicker = part(() =>
  import('../../resources/assets/AssetPickerInput.tsx').then((m) => m.AssetPickerInput),
);
const Transfer = part(() => import('../../engine/select/TransferInput.tsx').then((m) => m.TransferInput));
const Remote = part(() => import('../../engine/select/RelatedSelect.tsx').then((m) => m.RelatedSelect));

const Matches = part(() => import('../../engine/list/MatchesDialog.tsx').then((m) => m.MatchesDialog));

/** Keeps the place of an input that is being loaded, also as the field with which a dialog starts. */
const Due = () => <div data-due style={{ height: 32 }} />;

const AssetInput = (props: RelatedInputProps) => (
  <Suspense fallback={<Due />}>
    <AssetPicker {...props} />
  </Suspense>
);

/** Several users are chosen in a dual list, a single one in a select. */
const UserInput = (props: RelatedInputProps) => (
  <Suspense fallback={<Due />}>{props.multiple ? <Transfer {...props} /> : <Remote {...props} />}</Suspense>
);

const inputs: RelatedInputs['inputs'] = {
  '/api/v1/assets/assets/': AssetInput,
  '/api/v1/users/users/': UserInput,
};

const useAssetAttributes = (): (() => SelectorAttribute[]) => {
  const { t } = useTranslation('resources');
  const { data = [] } = useCategories();
  return () => [
    { name: 'name', label: t('name'), type: 'str', inTable: true },
    { name: 'address', label: t('asset.address'), type: 'ip', inTable: true },
    { name: 'nodes', label: t('node.nodes'), type: 'm2m', url: '/api/v1/assets/nodes/' },
    {
      name: 'platform',
      label: t('platform.title'),
      type: 'fk',
      url: '/api/v1/assets/platforms/',
      inTable: true,
    },
    {
      name: 'category',
      label: t('asset.category'),
      type: 'select',
      inTable: true,
      options: data.map(({ value, label }) => ({ value, label })),
    },
    {
      name: 'type',
      label: t('asset.type'),
      type: 'select',
      inTable: true,
      options: data.flatMap(({ types }) => types.map(({ value, label }) => ({ value, label }))),
    },
    { name: 'labels', label: t('label.titles'), type: 'm2m', url: '/api/v1/labels/labels/' },
    { name: 'comment', label: t('comment'), type: 'str' },
  ];
};

const useUserAttributes = (): (() => SelectorAttribute[]) => {
  const { t } = useTranslation('resources');
  const { isRoot, hasLicence } = useSession();
  return () => [
    { name: 'name', label: t('name'), type: 'str', inTable: true },
    { name: 'username', label: t('account.username'), type: 'str', inTable: true },
    { name: 'email', label: t('user.email'), type: 'str', inTable: true },
    { name: 'comment', label: t('comment'), type: 'str' },
    { name: 'is_active', label: t('user.active'), type: 'bool' },
    { name: 'is_first_login', label: t('user.firstLogin'), type: 'bool' },
    { name: 'system_roles', label: t('user.systemRoles'), type: 'm2m', url: '/api/v1/rbac/system-roles/' },
    {
      name: 'org_roles',
      label: t('user.orgRoles'),
      type: 'm2m',
      url: '/api/v1/rbac/org-roles/',
      has: hasLicence && !isRoot,
    },
    { name: 'groups', label: t('group.titles'), type: 'm2m', url: '/api/v1/users/groups/', inTable: true },
  ];
};

/** Registers the inputs with which forms pick assets and users, and the attributes for rules about them. */
export function ResourceInputs({ children }: { children: ReactNode }) {
  const assets = useAssetAttributes();
  const users = useUserAttributes();
  const value = useMemo<RelatedInputs>(
    () => ({
      inputs,
      Matches,
      selectors: { '/api/v1/assets/assets/': assets, '/api/v1/users/users/': users },
    }),
    [assets, users],
  );
  return <RelatedInputsProvider value={value}>{children}</RelatedInputsProvider>;
}
