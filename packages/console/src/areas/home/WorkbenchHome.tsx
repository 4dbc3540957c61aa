import { CodeOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { webTerminalUrl } from '../../platform/route/webTerminal.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { AssetSearch } from './AssetSearch.tsx';
import { AssignedTickets } from './AssignedTickets.tsx';
import { Favorites } from './Favorites.tsx';
import { greetingAt } from './greeting.ts';
import styles from './home.module.css';
import { LastSignIns } from './LastSignIns.tsx';
import { RecentSessions } from './RecentSessions.tsx';
import { useAssetCount } from './useHome.ts';

const REQUEST = 'RequestAssetPermTicketCreateUpdate';

/** The user's start page: connecting first, then recent activity. */
export function WorkbenchHome() {
  const { t } = useTranslation('areas');
  const { t: shell } = useTranslation('shell');
  const { profile, currentOrg } = useSession();
  const can = useCan();
  const names = useRouteNames();
  const seesAssets = names.canOpen('MyAssets');
  const seesTickets = names.canOpen('AssignedTicketList');
  const mayConnect = can('rbac.view_webterminal');
  const count = useAssetCount(seesAssets);
  const title = t(`home.greeting.${greetingAt(new Date())}`, { name: profile?.name });
  return (
    <PageFrame
      title={title}
      tabTitle={shell('route.MyHome')}
      sub={count !== undefined && t('home.open', { count, org: currentOrg?.name })}
      extra={
        <>
          <RequestButton />
          {mayConnect && (
            <Button
              type="primary"
              icon={<CodeOutlined aria-hidden />}
              href={webTerminalUrl(currentOrg?.id)}
              target="_blank"
            >
              {shell('route.WebTerminal')}
            </Button>
          )}
        </>
      }
    >
      {seesAssets && mayConnect && <AssetSearch />}
      {seesAssets && <Favorites mayConnect={mayConnect} />}
      <div className={styles.grid}>
        <div className={styles.stack}>
          <RecentSessions mayConnect={mayConnect} />
          {seesTickets && <AssignedTickets />}
        </div>
        <LastSignIns />
      </div>
    </PageFrame>
  );
}

/** A link to request further access. */
function RequestButton() {
  const { t } = useTranslation('areas');
  const navigate = useNavigate();
  const names = useRouteNames();
  const path = names.canOpen(REQUEST) && names.path(REQUEST);
  if (!path) return null;
  return (
    <Button icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(path)}>
      {t('home.request')}
    </Button>
  );
}
