import { Button } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';
import { AnnouncementBanner } from '../../areas/announcement/AnnouncementBanner.tsx';
import { ChatPlace } from '../../areas/chat/ChatPlace.tsx';
import { useDialogsOfPage } from '../../platform/confirm/useDialogsOfPage.ts';
import { part } from '../../platform/part/part.ts';
import { useStore } from '../../platform/store.ts';
import { useViewport } from '../../platform/viewport/useViewport.ts';
import { Watermark } from '../../platform/watermark/Watermark.tsx';
import { PaletteHost } from '../palette/PaletteHost.tsx';
import { usePictureGone } from '../start/picture.ts';
import { Banner } from './banners/Banner.tsx';
import { Banners } from './banners/Banners.tsx';
import { NetworkBanner } from './banners/NetworkBanner.tsx';
import { KeptPages } from './KeptPages.tsx';
import { Sidebar } from './menu/Sidebar.tsx';
import { useSidebar } from './menu/useSidebar.ts';
import styles from './Shell.module.css';
import { useShell } from './ShellContext.ts';
import { ShortcutsHost } from './shortcuts/ShortcutsHost.tsx';
import { TagBar } from './tags/TagBar.tsx';
import { useTagVisits } from './tags/useTagVisits.ts';
import { TopBar } from './topBar/TopBar.tsx';
import { useViewTip } from './topBar/useViewTip.ts';
import { useHere } from './useHere.ts';
import { useKeptScroll } from './useKeptScroll.ts';

const MobileBar = part(() => import('./menu/MobileBar.tsx').then((m) => m.MobileBar));
const MAIN_ID = 'main';

/** The frame around every page. */
export function Shell() {
  const { t } = useTranslation('shell');
  const { isMobile, isNarrow } = useViewport();
  const [isCollapsed, toggle] = useSidebar();
  const [isPeeking, setIsPeeking] = useState(false);
  const collapsed = isNarrow ? !isPeeking : isCollapsed;
  usePictureGone();
  useTagVisits();
  const main = useRef<HTMLElement>(null);
  const { kept } = useStore(useShell().tags);
  const { pathname } = useHere();
  useKeptScroll(main, pathname, kept);
  useDialogsOfPage(pathname);
  const viewTip = useViewTip();
  const layout = isMobile ? styles.mobile : collapsed ? styles.collapsed : '';
  return (
    <PaletteHost>
      <div className={`${styles.shell} ${layout}`}>
        <a className={styles.skip} href={`#${MAIN_ID}`} onClick={focusMain}>
          {t('skip')}
        </a>
        <Suspense fallback={<div className={styles.barPlace} />}>
          {isMobile ? <MobileBar /> : <TopBar onAreas={viewTip.show} />}
        </Suspense>
        {!isMobile && (
          <Sidebar isCollapsed={collapsed} onToggle={isNarrow ? () => setIsPeeking(!isPeeking) : toggle} />
        )}
        <div className={styles.main}>
          {!isMobile && <TagBar />}
          {!isMobile && viewTip.isShown && <ViewTip onRead={viewTip.read} />}
          <NetworkBanner />
          <AnnouncementBanner />
          <Banners />
          <Progress />
          <main
            ref={main}
            id={MAIN_ID}
            data-region="page"
            tabIndex={-1}
            aria-label={t('region.page')}
            className={styles.page}
          >
            <KeptPages />
          </main>
        </div>
        <ChatPlace />
        <ShortcutsHost />
        <Watermark />
      </div>
    </PaletteHost>
  );
}

/** Explains the areas in a row of its own, which covers nothing while it stays. */
function ViewTip({ onRead }: { onRead: () => void }) {
  const { t } = useTranslation('shell');
  const read = (
    <Button size="small" onClick={onRead}>
      {t('view.tipRead')}
    </Button>
  );
  return <Banner kind="run" title={t('view.tip')} action={read} />;
}

/**
 * Focuses the content without changing the address, because a hash would be read as a link of an older
 * version.
 */
const focusMain = (event: { preventDefault: () => void }) => {
  event.preventDefault();
  document.getElementById(MAIN_ID)?.focus();
};

/** A thin line while the next page loads. */
function Progress() {
  const { state } = useNavigation();
  const { pathname } = useHere();
  return (
    <div
      key={pathname}
      className={`${styles.progress} ${state === 'idle' ? '' : styles.busy}`}
      aria-hidden="true"
    />
  );
}
