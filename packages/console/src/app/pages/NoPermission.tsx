import { HomeOutlined, SwapOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDocumentTitle } from '../../platform/page/useDocumentTitle.ts';
import { useRouteMeta } from '../../platform/route/useRouteMeta.ts';
import type { Need } from '../../platform/session/can.ts';
import { isRootOrg } from '../../platform/session/organizations.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { CopyButton } from '../../theme/control/CopyButton.tsx';
import { Menu } from '../../theme/control/menu/Menu.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { OrgChip } from '../shell/organization/OrgChip.tsx';
import { useSwitchOrg } from '../shell/organization/useSwitchOrg.ts';
import { GatePage } from './GatePage.tsx';

/**
 * Shown in place of a page that the user may not open: the reason, a button to the start page and, where
 * there are any, the missing permissions and a menu of the other organizations.
 */
export function NoPermission({ need }: { need?: Need }) {
  const { t } = useTranslation('shell');
  const { currentOrg, usingOrgs, hasLicence } = useSession();
  const meta = useRouteMeta();
  const navigate = useNavigate();
  const switchOrg = useSwitchOrg();
  // At /403 itself there is no route that the user asked for.
  const page = meta.name ? t(`route.${meta.name}`) : undefined;
  useDocumentTitle(page ?? t('forbidden.title'));
  const missing = [need ?? []].flat().filter(Boolean).join(', ').replaceAll('|', ' | ');
  const others = usingOrgs.filter((org) => org.id !== currentOrg?.id);
  const nameOf = (org: { name: string; id: string }) => (isRootOrg(org) ? t('org.global') : org.name);

  return (
    <GatePage
      title={t('forbidden.title')}
      text={
        <>
          {page === undefined
            ? t('forbidden.somewhere')
            : hasLicence && currentOrg
              ? t('forbidden.inOrg', { org: nameOf(currentOrg), page })
              : t('forbidden.here', { page })}
          <br />
          {t('forbidden.askAdmin')}
        </>
      }
      actions={
        <>
          <Button type="primary" icon={<HomeOutlined aria-hidden />} onClick={() => void navigate('/')}>
            {t('goHome')}
          </Button>
          {hasLicence && others.length > 0 && (
            <Menu
              label={t('org.switch')}
              items={others.map((org) => ({
                key: org.id,
                label: nameOf(org),
                icon: <OrgChip org={org} />,
                onSelect: () => switchOrg(org),
              }))}
            >
              {(opener) => (
                <Button {...opener} icon={<SwapOutlined aria-hidden />}>
                  {t('org.switch')}
                </Button>
              )}
            </Menu>
          )}
        </>
      }
      {...(missing && {
        fact: (
          <>
            {t('forbidden.missing')} <Mono style={{ color: 'var(--text)' }}>{missing}</Mono>
            <CopyButton text={missing} />
          </>
        ),
      })}
    />
  );
}
