import { ArrowLeftOutlined, InfoCircleOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { useRouteMeta } from '../route/useRouteMeta.ts';
import { useTag } from '../route/useTag.ts';
import { useViewport } from '../viewport/useViewport.ts';
import styles from './PageFrame.module.css';
import { cutTitle } from './titles.ts';
import { useDocumentTitle } from './useDocumentTitle.ts';

const SHORTEST_HISTORY = 2;

/** What a page shows around its content. */
export type PageFrameProps = {
  /** Title of the page; by default that of its route. */
  title?: string;
  /** What kind of object the title names; put before it in the browser tab. */
  kind?: string;
  /** Title of the tag and the browser tab, for pages whose heading is a greeting or an explanation. */
  tabTitle?: string;
  /** Shown left of the title. */
  icon?: ReactNode;
  /** Pills shown right of the title. */
  status?: ReactNode;
  /** Facts shown beside the title; in a tall header, below it. */
  sub?: ReactNode;
  /** What the page is for: behind a sign beside the title, or in words where a phone has no title there. */
  help?: ReactNode;
  /** Actions at the right end of the header. */
  extra?: ReactNode;
  /** Tabs in the header. */
  tabs?: ReactNode;
  /** Whether there is a back button; by default none on phones, on dashboards and on the home page. */
  back?: boolean;
  /** Where Back leads if there is no previous page; a page with such a place has a back button on phones too. */
  above?: string | undefined;
  height?: 52 | 64;
  /** The body takes the remaining height, and its content scrolls. */
  fill?: boolean;
  children: ReactNode;
};

/** Header and body of a page. */
export function PageFrame(props: PageFrameProps) {
  const { icon, status, sub, help, extra, tabs, height = 52, fill, children } = props;
  const { t } = useTranslation('shell');
  const meta = useRouteMeta();
  const title = cutTitle(props.title ?? t(`route.${meta.name}`));
  const heading = useHeadingFocus();
  const { isMobile } = useViewport();
  const tall = height === 64;
  useDocumentTitle(props.tabTitle ?? title, props.kind && t('titleOf', { kind: props.kind, name: title }));

  return (
    <div className={`${styles.page} ${fill ? styles.fill : ''}`}>
      <header className={`${styles.head} ${tall ? styles.tall : ''}`}>
        <BackButton isShown={props.back} above={props.above} />
        {icon && <span className={styles.icon}>{icon}</span>}
        <div className={tall ? styles.identity : styles.line}>
          <div className={styles.line}>
            <h1 ref={heading} tabIndex={-1} className="ell" title={title}>
              {title}
            </h1>
            {status}
            {help && !isMobile && <Help>{help}</Help>}
          </div>
          {help && isMobile && <p className={styles.sub}>{help}</p>}
          {sub && <div className={`${styles.sub} ell`}>{sub}</div>}
        </div>
        {tabs && <div className={styles.tabs}>{tabs}</div>}
        {extra && <div className={styles.extra}>{extra}</div>}
      </header>
      <div className={styles.body}>{children}</div>
    </div>
  );
}

/** Goes back, or to the page above if there is no previous one; disabled if there is neither. */
function BackButton({ isShown, above }: { isShown: boolean | undefined; above: string | undefined }) {
  const { t } = useTranslation('common');
  const { isMobile } = useViewport();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isDashboard = pathname.endsWith('dashboard') || pathname.endsWith('home');
  const isOnPhones = isShown === true || above !== undefined;
  if (!(isShown ?? !isDashboard) || (isMobile && !isOnPhones)) return null;
  const hasPrevious = window.history.length > SHORTEST_HISTORY;
  return (
    <IconButton
      className={styles.back}
      icon={<ArrowLeftOutlined aria-hidden />}
      tip={t('action.back')}
      size={28}
      disabled={isDashboard || (!hasPrevious && above === undefined)}
      onClick={() => void (hasPrevious ? navigate(-1) : navigate(above ?? '/'))}
    />
  );
}

function Help({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <Popover
      content={<div style={{ maxWidth: 360 }}>{children}</div>}
      trigger={['click']}
      placement="bottomLeft"
    >
      <span>
        <IconButton
          icon={<InfoCircleOutlined aria-hidden style={{ fontSize: 14 }} />}
          tip={t('action.help')}
          size={24}
        />
      </span>
    </Popover>
  );
}

/** Gives the heading the focus after navigation, so that screen readers announce the page. */
const useHeadingFocus = () => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const { isShown } = useTag();
  const arrived = useRef(key === 'default' ? pathname : undefined);
  useEffect(() => {
    if (!isShown || arrived.current === pathname) return;
    arrived.current = pathname;
    if (!document.querySelector('[role="dialog"][aria-modal="true"]'))
      heading.current?.focus({ preventScroll: true });
    return () => {
      arrived.current = undefined;
    };
  }, [pathname, isShown]);
  return heading;
};
