import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cx } from '../../../engine/table/cx.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan } from '../../../platform/session/useSession.ts';
import { useViewport } from '../../../platform/viewport/useViewport.ts';
import { Card } from '../../../theme/state/Card.tsx';
import type { ChangesOfBranch } from './gainedPermissions.ts';
import styles from './PermissionChanges.module.css';
import type { RoleScope } from './roleScope.ts';

/** What a save would change. */
export type Changes = { added: ChangesOfBranch[]; removed: ChangesOfBranch[] };
/** Whom a save concerns. */
type Holders = {
  users: number;
  organizations: { id: string; name: string; users: number }[];
  elsewhere: number;
};

/** Maximum number of organizations named. */
const mostNamed = 5;

/** Number of permissions in some branches. */
export const countOf = (branches: readonly ChangesOfBranch[]): number =>
  branches.reduce((sum, { changes }) => sum + changes.length, 0);

function List({ kind, branches }: { kind: 'added' | 'removed'; branches: ChangesOfBranch[] }) {
  const { t } = useTranslation('resources');
  if (branches.length === 0) return null;
  return (
    <section className={`${styles.list} ${styles[kind]}`}>
      <h3>{t(`role.${kind}`, { count: countOf(branches) })}</h3>
      <ul>
        {branches.map(({ path, changes }) => (
          <li key={path}>
            <span className={styles.path}>{path}</span>
            {changes.map(({ name }) => name).join(t('role.separator'))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function HoldersLine({ id, scope, holders }: { id: string; scope: RoleScope; holders: Holders }) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const routes = useRouteNames();
  const { users, organizations, elsewhere } = holders;
  if (users === 0) return <div className={styles.holders}>{t('role.noHolders')}</div>;
  const named = organizations.slice(0, mostNamed).map(({ name, users }) => `${name} ${users}`);
  const rest = organizations.length - named.length;
  const where = [
    ...named,
    ...(rest > 0 ? [t('role.moreOrganizations', { count: rest })] : []),
    ...(elsewhere > 0 ? [t('role.elsewhere', { count: elsewhere })] : []),
  ];
  const path = routes.path('RoleDetail', { id }, { scope, activeTab: 'RoleUsers' });
  return (
    <div className={styles.holders}>
      {t('role.holders', { count: users })}{' '}
      {path && can(`rbac.view_${scope}rolebinding`) && (
        // In a tab of its own: the selection here is not saved yet.
        <Link to={path} target="_blank">
          {t('role.viewHolders')}
        </Link>
      )}
      {where.length > 0 && <div className={styles.where}>{where.join(' · ')}</div>}
    </div>
  );
}

/**
 * What a save would add to a role and remove from it, and whom it concerns: in a card at its place, or, on phones,
 * at the end of the tree.
 */
export function PermissionChanges({
  of,
  changes,
  holders,
}: {
  of: { id: string; scope: RoleScope; place: HTMLElement | null | undefined };
  changes: Changes;
  holders: Holders | undefined;
}) {
  const { t } = useTranslation('resources');
  const { isMobile } = useViewport();
  const { id, scope } = of;
  const place = isMobile ? undefined : of.place;
  const said = (
    <section className={cx(styles.changes, !place && styles.pinned)} aria-label={t('role.changes')}>
      {holders && <HoldersLine id={id} scope={scope} holders={holders} />}
      <div className={styles.lists}>
        <List kind="added" branches={changes.added} />
        <List kind="removed" branches={changes.removed} />
      </div>
    </section>
  );
  return place ? createPortal(<Card title={t('role.changes')}>{said}</Card>, place) : said;
}
