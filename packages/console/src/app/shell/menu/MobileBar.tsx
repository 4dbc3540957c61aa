import { MenuOutlined, SearchOutlined } from '@ant-design/icons';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';
import { MessageBell } from '../../../areas/messages/MessageBell.tsx';
import { OwnWorkButton } from '../../../areas/ownWork/OwnWorkButton.tsx';
import { part } from '../../../platform/part/part.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { useStore } from '../../../platform/store.ts';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { useOpenPalette } from '../../palette/PaletteContext.ts';
import { useTakenBack } from '../banners/useTakenBack.ts';
import { useOrgName } from '../organization/useOrgName.ts';
import { useShell } from '../ShellContext.ts';
import { useHere } from '../useHere.ts';
import styles from './MobileBar.module.css';

const MenuDrawer = part(() => import('./MenuDrawer.tsx').then((m) => m.MenuDrawer));

/**
 * Whether the drawer is open. Navigation closes it, except to a page that was already loading when it opened.
 */
const useDrawer = (pathname: string) => {
  const isArriving = useNavigation().state !== 'idle';
  const [open, setOpen] = useState<{ at: string; isEarly: boolean }>();
  if (open?.isEarly && !isArriving) setOpen({ at: pathname, isEarly: false });
  if (open && !open.isEarly && open.at !== pathname) setOpen(undefined);
  const close = () => setOpen(undefined);
  useTakenBack(close);
  return {
    isOpen: open !== undefined,
    show: () => setOpen({ at: pathname, isEarly: isArriving }),
    close,
  };
};

/**
 * The top bar on a phone: menu, title, organization, search and messages. The other tools are in the drawer,
 * which closes on navigation.
 */
export function MobileBar() {
  const { t } = useTranslation('shell');
  const { pathname, route } = useHere();
  const { isOpen, show, close } = useDrawer(pathname);
  const [wasOpen, setWasOpen] = useState(false);
  const openPalette = useOpenPalette();
  const { tags: store } = useShell();
  const { tags } = useStore(store);
  const { currentOrg, hasLicence } = useSession();
  const nameOf = useOrgName();
  const title = tags.find((tag) => tag.path === pathname)?.title ?? (route ? t(`route.${route.name}`) : '');
  const orgName = currentOrg && nameOf(currentOrg);

  return (
    <header className={styles.bar} data-region="top" tabIndex={-1}>
      <IconButton
        icon={<MenuOutlined aria-hidden style={{ fontSize: 17 }} />}
        tip={t('menu.open')}
        size={44}
        aria-expanded={isOpen}
        onClick={() => {
          setWasOpen(true);
          show();
        }}
      />
      <div className={styles.title}>
        <div className="ell">{title}</div>
        {hasLicence && route?.showOrganization !== false && (
          <div className={`${styles.sub} ell`}>{orgName}</div>
        )}
      </div>
      <IconButton
        icon={<SearchOutlined aria-hidden style={{ fontSize: 17 }} />}
        tip={t('palette')}
        size={44}
        aria-haspopup="dialog"
        onClick={openPalette}
      />
      <OwnWorkButton size={44} />
      <MessageBell size={44} />
      <Suspense>{wasOpen && <MenuDrawer isOpen={isOpen} onClose={close} />}</Suspense>
    </header>
  );
}
