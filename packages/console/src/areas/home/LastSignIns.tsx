import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import { DataCard } from '../dashboard/DataCard.tsx';
import styles from './home.module.css';
import { type OwnLogin, useOwnLogins } from './useHome.ts';

const SHOWN = 5;
const ROW = 28;

const hasFailed = ({ status }: OwnLogin) => (typeof status === 'object' ? status.value : status) === false;

/**
 * The user's latest sign-in attempts with cities and addresses, and a link to change the password if one
 * looks unfamiliar.
 */
export function LastSignIns() {
  const { t } = useTranslation('areas');
  const query = useOwnLogins();
  const names = useRouteNames();
  const password = names.canOpen('ProfileSetting') && names.path('ProfileSetting');
  return (
    <DataCard
      title={t('home.logins')}
      extra={
        password && (
          <span className="sm t3">
            {t('home.notYou')} <Link to={password}>{t('home.changePassword')}</Link>
          </span>
        )
      }
      query={query}
      minHeight={Math.min(SHOWN, query.data?.length ?? SHOWN) * ROW}
    >
      {(logins) => (
        <ul className={styles.logins}>
          {logins.slice(0, SHOWN).map((login) => (
            <li key={login.id}>
              <span className="ell">
                {hasFailed(login) ? (
                  <StatusText kind="bad">
                    {[t('home.failed'), login.city].filter(Boolean).join(' · ')}
                  </StatusText>
                ) : (
                  login.city
                )}{' '}
                <Mono>{login.ip}</Mono>
              </span>
              <TimeText value={login.datetime} />
            </li>
          ))}
        </ul>
      )}
    </DataCard>
  );
}
