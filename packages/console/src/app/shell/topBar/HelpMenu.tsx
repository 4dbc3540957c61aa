import { QuestionCircleOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../platform/part/part.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { IconButton } from '../../../theme/control/IconButton.tsx';

const AboutDialog = part(() => import('./AboutDialog.tsx').then((m) => m.AboutDialog));
const ShortcutsDialog = part(() => import('../shortcuts/ShortcutsDialog.tsx').then((m) => m.ShortcutsDialog));

/** Documentation, support, shortcuts, about. */
export function HelpMenu({ size = 34 }: { size?: number }) {
  const { t } = useTranslation('shell');
  const [dialog, setDialog] = useState<'about' | 'shortcuts'>();
  const links = useHelpLinks();
  const items: MenuProps['items'] = [
    ...links.map((link) => ({
      key: link.key,
      label: (
        <a href={link.href} target="_blank" rel="noreferrer">
          {t(`help.${link.key}`)}
        </a>
      ),
    })),
    ...(links.length > 0 ? [{ key: 'rule', type: 'divider' as const }] : []),
    { key: 'shortcuts', label: t('help.shortcuts'), onClick: () => setDialog('shortcuts') },
    { key: 'about', label: t('help.about'), onClick: () => setDialog('about') },
  ];
  return (
    <>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <span>
          <IconButton
            icon={<QuestionCircleOutlined aria-hidden />}
            tip={t('help.title')}
            size={size}
            aria-haspopup="menu"
          />
        </span>
      </Dropdown>
      <Suspense>
        {dialog === 'about' && <AboutDialog onClose={() => setDialog(undefined)} />}
        {dialog === 'shortcuts' && <ShortcutsDialog onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  );
}

/** Only addresses that are configured; without a licence, also the enterprise edition. */
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
