import { ApartmentOutlined, KeyOutlined, SafetyCertificateOutlined, TeamOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../engine/cells/RouteLink.tsx';
import { Avatar } from '../../theme/icon/Avatar.tsx';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import styles from './explain.module.css';
import type { Explanation, Grant } from './explanation.ts';
import { useAccountName } from './useAccountName.ts';

/** Groups or nodes that one place of the path names; the others are counted. */
const MOST_NAMED = 2;

function Place({ icon, kind, children }: { icon: ReactNode; kind: string; children: ReactNode }) {
  return (
    <li className={styles.place}>
      <span className={styles.chip}>
        {icon}
        <span className="visually-hidden">{kind}</span>
        <span className={styles.chipText}>{children}</span>
      </span>
    </li>
  );
}

function Names({ rows }: { rows: readonly { name: string }[] }) {
  const { t } = useTranslation('explain');
  const more = rows.length - MOST_NAMED;
  const shown = rows.slice(0, MOST_NAMED).map(({ name }) => name);
  return [...shown, ...(more > 0 ? [t('more', { count: more })] : [])].join(', ');
}

/** The way a permission leads from the user to the asset. */
function GrantPath({ grant, of }: { grant: Grant; of: Explanation }) {
  const { t } = useTranslation('explain');
  const accountName = useAccountName();
  const { user, asset, account } = of;
  return (
    <ol className={styles.path} aria-label={t('path.label', { permission: grant.name })}>
      <Place icon={<Avatar name={user.name} size={18} />} kind={t('path.user')}>
        {user.name}
      </Place>
      {!grant.is_direct && (
        <Place icon={<TeamOutlined aria-hidden />} kind={t('path.group')}>
          <Names rows={grant.groups} />
        </Place>
      )}
      <Place icon={<SafetyCertificateOutlined aria-hidden />} kind={t('path.permission')}>
        <RouteLink name="AssetPermissionDetail" params={{ id: grant.id }}>
          {grant.name}
        </RouteLink>
      </Place>
      {!grant.is_on_asset && (
        <Place icon={<ApartmentOutlined aria-hidden />} kind={t('path.node')}>
          <Names rows={grant.nodes} />
        </Place>
      )}
      <Place icon={<Glyph name="stopped" />} kind={t('path.asset')}>
        {asset.name}
      </Place>
      {account && (
        <Place icon={<KeyOutlined aria-hidden />} kind={t('path.account')}>
          {accountName(account)}
        </Place>
      )}
    </ol>
  );
}

function PassedOverGrants({ grants, more, isOpen }: { grants: Grant[]; more: number; isOpen: boolean }) {
  const { t } = useTranslation('explain');
  if (grants.length === 0) return null;
  return (
    <details className={styles.passed} open={isOpen}>
      <summary>{t('grants.others', { count: grants.length + more })}</summary>
      <ul>
        {grants.map((grant) => (
          <li key={grant.id}>
            <RouteLink name="AssetPermissionDetail" params={{ id: grant.id }}>
              {grant.name}
            </RouteLink>
            <span className="t3">{t(`grants.reason.${grant.reason ?? 'not_needed'}`)}</span>
          </li>
        ))}
        {more > 0 && <li className="t3">{t('more', { count: more })}</li>}
      </ul>
    </details>
  );
}

/** What permissions say: the ways that lead to the asset, and those that do not count. */
export function Grants({ of }: { of: Explanation }) {
  const deciding = of.grants.filter(({ decides }) => decides);
  const others = of.grants.filter(({ decides }) => !decides);
  return (
    <>
      {deciding.map((grant) => (
        <GrantPath key={grant.id} grant={grant} of={of} />
      ))}
      <PassedOverGrants
        grants={others}
        more={of.grants_count - of.grants.length}
        isOpen={deciding.length === 0}
      />
    </>
  );
}
