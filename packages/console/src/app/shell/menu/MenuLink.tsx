import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RouteMeta } from '../../../platform/route/RouteMeta.ts';
import { webTerminalUrl } from '../../../platform/route/webTerminal.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import styles from './SideMenu.module.css';

/** A page in the menu; external ones open in a new tab. */
export function MenuLink(props: {
  route: RouteMeta;
  isActive: boolean;
  icon?: ReactNode;
  collapsed?: boolean;
  onPick?: () => void;
}) {
  const { route, isActive, icon, collapsed, onPick } = props;
  const { t } = useTranslation('shell');
  const { currentOrg, autoOrg, preOrg } = useSession();
  const own = autoOrg ? preOrg : currentOrg;
  const title = t(`route.${route.name}`);
  const className = `${icon ? styles.page : styles.child} ${isActive ? styles.active : ''}`;
  const content = (
    <>
      {icon}
      <span className={collapsed ? 'visually-hidden' : 'ell'}>{title}</span>
    </>
  );
  const link = route.external ? (
    <a
      className={className}
      href={webTerminalUrl(own?.id)}
      target="_blank"
      rel="noreferrer"
      onClick={(event) => {
        event.currentTarget.href = webTerminalUrl(own?.id);
      }}
    >
      {content}
    </a>
  ) : (
    <Link className={className} to={route.path} aria-current={isActive ? 'page' : undefined} onClick={onPick}>
      {content}
    </Link>
  );
  return collapsed ? (
    <Tooltip title={title} placement="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
