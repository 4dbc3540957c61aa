import { QuestionCircleOutlined } from '@ant-design/icons';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../platform/part/part.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { Menu } from '../../../theme/control/menu/Menu.tsx';
import type { MenuItem } from '../../../theme/kit/menu/MenuItem.ts';

const AboutDialog = part(() => import('./AboutDialog.tsx').then((m) => m.AboutDialog));
const ShortcutsDialog = part(() => import('../shortcuts/ShortcutsDialog.tsx').then((m) => m.ShortcutsDialog));

/** The help menu: help links, keyboard shortcuts, and the About dialog. */
export function HelpMenu({ size = 34 }: { size?: number }) {
  const { t } = useTranslation('shell');
  const [dialog, setDialog] = useState<'about' | 'shortcuts'>();
  const links = useHelpLinks();
  const items: MenuItem[] = [
    ...links.map((link) => ({
      key: link.key,
      isLink: true,
      label: (
        <a href={link.href} target="_blank" rel="noreferrer" tabIndex={-1}>
          {t(`help.${link.key}`)}
        </a>
      ),
    })),
    ...(links.length > 0 ? [{ separator: true as const }] : []),
    { key: 'shortcuts', label: t('help.shortcuts'), onSelect: () => setDialog('shortcuts') },
    { key: 'about', label: t('help.about'), onSelect: () => setDialog('about') },
  ];
  return (
    <>
      <Menu label={t('help.title')} align="end" items={items}>
        {(opener) => (
          <IconButton
            {...opener}
            icon={<QuestionCircleOutlined aria-hidden />}
            tip={t('help.title')}
            size={size}
          />
        )}
      </Menu>
      <Suspense>
        {dialog === 'about' && <AboutDialog onClose={() => setDialog(undefined)} />}
        {dialog === 'shortcuts' && <ShortcutsDialog onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  );
}

/** The configured help links and, without a licence, a link about the enterprise edition. */
const useHelpLinks = () => {
  const { settings, hasLicence } = useSession();
  const names = useRouteNames();
  const licencePage = names.canOpen('License') ? `/ui${names.path('License')}` : settings.HELP_SUPPORT_URL;
  return [
    { key: 'documentation', href: settings.HELP_DOCUMENT_URL },
    { key: 'support', href: settings.HELP_SUPPORT_URL },
    { key: 'enterprise', href: hasLicence ? undefined : licencePage },
  ].filter((link): link is { key: string; href: string } => Boolean(link.href));
};
