import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined';
import { useTranslation } from 'react-i18next';
import { isRootOrg } from '../../../platform/session/organizations.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { Icon } from '../../../replay/dark/Icon.tsx';
import { chipGrounds } from '../../../theme/tokens.ts';
import { Menu } from '../../ui/Menu.tsx';
import styles from '../shell.module.css';
import { useChooseOrg } from './useChooseOrg.ts';

const chipOf = (id: string) =>
  chipGrounds[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % chipGrounds.length];

/** Shows the organization of the listed assets; its menu lists the user's organizations. */
export function OrganizationMenu() {
  const { t } = useTranslation('luna');
  const { workbenchOrgs, currentOrg } = useSession();
  const choose = useChooseOrg();
  const orgs = workbenchOrgs.filter((org) => !isRootOrg(org));
  if (!currentOrg) return null;
  return (
    <Menu
      label={t('top.organization', { name: currentOrg.name })}
      align="end"
      buttonClass={styles.org}
      button={
        <>
          <span className={styles.chip} style={{ background: chipOf(currentOrg.id) }}>
            {currentOrg.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="ell">{currentOrg.name}</span>
          <Icon of={DownOutlined} size={9} />
        </>
      }
      items={orgs.map((org) => ({
        key: org.id,
        label: org.name,
        isChoice: true,
        checked: org.id === currentOrg.id,
        onSelect: () => choose(org),
      }))}
    />
  );
}
