import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import type { accountsecret } from '@gatehouse/contract/resources/accounts/accountsecret.ts';
import { useTranslation } from 'react-i18next';
import { NameCell } from '../../../engine/cells/NameCell.tsx';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import { SecretCell } from '../../../engine/cells/SecretCell.tsx';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import { useListScope } from '../../../engine/list/ListScope.tsx';
import { useHttp } from '../../../platform/Platform.tsx';
import { AssetIcon } from '../../../theme/icon/AssetIcon.tsx';
import { PrivilegeTag } from '../../../theme/tag/PrivilegeTag.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { OverflowText } from '../../../theme/text/OverflowText.tsx';
import type { Account } from './Account.ts';
import { SECRETS_URL } from './secrets.ts';

/** Account and asset, `root@web-01`, because many accounts have the same name. */
export const accountTitle = ({ name, asset }: { name: string; asset?: { name: string } }): string =>
  asset ? `${name}@${asset.name}` : name;

/** Name of an account, with a key icon if the account is privileged. */
export function AccountNameCell({ value, row }: CellIn<typeof account, 'name'>) {
  const list = useListScope();
  return (
    <NameCell
      text={value}
      to={list?.detailPath(row)}
      after={row.privileged ? <PrivilegeTag bare /> : undefined}
    />
  );
}

/** Asset of an account; a link for users who may view assets. */
export function AccountAssetCell({ value: asset }: Pick<CellIn<typeof account, 'asset'>, 'value'>) {
  if (!asset) return <Dash />;
  return (
    <span className="row" style={{ gap: 7, minWidth: 0 }}>
      <AssetIcon type={asset.type.value} category={asset.category.value} />
      <OverflowText>
        <RouteLink name="AssetDetail" params={{ id: asset.id }}>
          {asset.name}
        </RouteLink>
      </OverflowText>
    </span>
  );
}

/** Secret of an account, requested on demand, and the name of its type. */
export function AccountSecretCell({ row }: { row: Account }) {
  const http = useHttp();
  const { t } = useTranslation('resources');
  const name = accountTitle(row);
  const read = async () => {
    const { secret } = await http.row<typeof accountsecret>(SECRETS_URL, row.id, {
      confirmFor: t('account.confirmSecret', { name }),
    });
    return secret ?? '';
  };
  return (
    <span className="row" style={{ gap: 6, minWidth: 0 }}>
      <SecretCell name={name} read={read} />
      <span className="sm t3 ell">{row.secret_type.label}</span>
    </span>
  );
}

/** A brass tag for privileged accounts, a plain word for the others. */
export function PrivilegedCell({ value }: { value: unknown }) {
  const { t } = useTranslation('resources');
  return value ? <PrivilegeTag /> : <span className="t3">{t('account.ordinary')}</span>;
}
