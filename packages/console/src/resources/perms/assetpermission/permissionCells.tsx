import { SPECIFIED } from '@gatehouse/contract/accounts/accountChoice.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { AmountCell } from '../../../engine/cells/AmountCell.tsx';
import { CollapsedItems, CollapsedTags } from '../../../engine/cells/CollapsedTags.tsx';
import { SwitchCell } from '../../../engine/cells/SwitchCell.tsx';
import type { CellIn, CellProps } from '../../../engine/fields/FieldUi.ts';
import { useListScope } from '../../../engine/list/ListScope.tsx';
import { rowUrl } from '../../../engine/resource/url.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { ProtocolTag } from '../../../theme/tag/ProtocolTag.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';

/** Collection URL of asset permissions. */
export const PERMISSIONS_URL = '/api/v1/perms/asset-permissions/';

type Grant = RowOf<typeof assetpermission>;
type AmountProps = CellProps<number | undefined, Grant>;

function Amount({ value = 0, row, name, tab }: AmountProps & { tab: string }) {
  const routes = useRouteNames();
  const to = routes.path('AssetPermissionDetail', { id: row.id }, { activeTab: tab });
  return <AmountCell value={value} row={row} name={name} to={to} />;
}

/** Number of users or groups, linked to the list of the permission's users. */
export const PeopleAmount = (props: AmountProps) => <Amount {...props} tab="AssetPermissionUser" />;

/** Number of assets or nodes, linked to the list of the permission's assets. */
export const PlacesAmount = (props: AmountProps) => <Amount {...props} tab="AssetPermissionAsset" />;

const isVirtual = (word: string) => word.startsWith('@');
const accountWords = (words: readonly string[]): string[] => words.filter((word) => word !== SPECIFIED);

/** The accounts of a permission: virtual accounts in words, without `@SPEC`; usernames as they are. */
export function AccountsFact({ value }: { value: readonly string[] }) {
  const { t } = useTranslation('resources');
  return (
    <CollapsedItems
      items={accountWords(value).map((word) => ({
        key: word,
        node: isVirtual(word) ? t(`account.virtual.${word.slice(1)}`) : <ProtocolTag>{word}</ProtocolTag>,
      }))}
    />
  );
}

/** The protocols of a permission. */
export function ProtocolsFact({ value: names }: { value: readonly string[] }) {
  const { t } = useTranslation('resources');
  return names.includes('all') ? t('permission.allProtocols') : <CollapsedTags items={names} />;
}

/**
 * The account of a permission or, if there are several, their number; all names on hover. `@SPEC` is left
 * out.
 */
export function AccountsCell({ value }: { value: readonly string[] }) {
  const { t } = useTranslation('resources');
  const words = accountWords(value);
  if (words.length === 0) return <Dash />;
  const text = (word: string) => (isVirtual(word) ? t(`account.virtual.${word.slice(1)}`) : word);
  return (
    <Popover
      content={
        <ul className="md">
          {words.map((word) => (
            <li key={word}>{text(word)}</li>
          ))}
        </ul>
      }
    >
      <span className="num">
        {words.length === 1 ? text(words[0] ?? '') : t('account.count', { count: words.length })}
      </span>
    </Popover>
  );
}

/** Enables or disables a permission at once. */
export function ActiveCell({ value, row }: CellIn<typeof assetpermission, 'is_active'>) {
  const { t } = useTranslation('resources');
  const list = useListScope();
  return (
    <SwitchCell
      label={t('permission.activeOf', { name: row.name })}
      isOn={value}
      url={rowUrl(PERMISSIONS_URL, row.id)}
      body={(is_active) => ({ is_active })}
      disabled={!list?.canUpdate}
      onChanged={list?.refetch}
    />
  );
}
