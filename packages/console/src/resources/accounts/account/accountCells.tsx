import { useTranslation } from 'react-i18next';
import { NameCell } from '../../../engine/cells/NameCell.tsx';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import { SecretCell } from '../../../engine/cells/SecretCell.tsx';
import type { CellProps } from '../../../engine/fields/FieldUi.ts';
import { useListScope } from '../../../engine/list/ListScope.tsx';
import { type Row, rawOf, textOf } from '../../../engine/resource/row.ts';
import { rowUrl } from '../../../engine/resource/url.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { AssetIcon } from '../../../theme/AssetIcon.tsx';
import { Dash } from '../../../theme/Dash.tsx';
import { OverflowText } from '../../../theme/OverflowText.tsx';
import { PrivilegeTag } from '../../../theme/PrivilegeTag.tsx';
import { SECRETS_URL } from './secrets.ts';

/** `root@web-01`, the way an account is told apart from its namesakes. */
export const accountTitle = (row: Row): string => {
  const asset = textOf(row.asset);
  return asset ? `${row.name}@${asset}` : String(row.name ?? '');
};

/** Name of an account, with a brass key when it is privileged. */
export function AccountNameCell({ value, row }: CellProps) {
  const list = useListScope();
  return (
    <NameCell
      text={textOf(value)}
      to={list?.detailPath(row)}
      after={row.privileged ? <PrivilegeTag bare /> : undefined}
    />
  );
}

/** Asset of an account, as a link where the person may look at assets. */
export function AccountAssetCell({ value }: CellProps) {
  const asset = value as Row | null;
  if (!asset) return <Dash />;
  return (
    <span className="row" style={{ gap: 7, minWidth: 0 }}>
      <AssetIcon type={String(rawOf(asset.type) ?? '')} category={String(rawOf(asset.category) ?? '')} />
      <OverflowText>
        <RouteLink name="AssetDetail" params={{ id: asset.id }}>
          {textOf(asset)}
        </RouteLink>
      </OverflowText>
    </span>
  );
}

/** Secret of an account, read when it is wanted, with the word of its type. */
export function AccountSecretCell({ row }: CellProps) {
  const http = useHttp();
  const read = async () => {
    const { secret } = await http.get<{ secret?: string }>(rowUrl(SECRETS_URL, row.id));
    return secret ?? '';
  };
  return (
    <span className="row" style={{ gap: 6, minWidth: 0 }}>
      <SecretCell name={accountTitle(row)} read={read} />
      <span className="sm t3 ell">{textOf(row.secret_type)}</span>
    </span>
  );
}

/** Privileged accounts carry the brass tag; the others nothing. */
export function PrivilegedCell({ value }: CellProps) {
  const { t } = useTranslation('resources');
  return value ? <PrivilegeTag /> : <span className="t3">{t('account.ordinary')}</span>;
}
