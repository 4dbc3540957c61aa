import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { licenceQuery } from '../../../areas/licence/licenceQuery.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { formatAbsolute, parseTime } from '../../../platform/time/time.ts';
import { Banner } from './Banner.tsx';
import { licenceNotices, passwordNotice } from './notices.ts';

/** Warnings on every page about the user's password and the installation's licence. */
export function Banners() {
  return (
    <>
      <PasswordBanner />
      <LicenceBanner />
    </>
  );
}

function PasswordBanner() {
  const { t } = useTranslation('shell');
  const { profile, settings } = useSession();
  const names = useRouteNames();
  const notice = profile && passwordNotice(profile, settings.SECURITY_PASSWORD_EXPIRATION_TIME, Date.now());
  if (!notice) return null;
  const path = names.path('ProfileSetting', {}, { activeTab: 'PasswordUpdate' });
  return (
    <Banner
      kind={notice.isExpired ? 'bad' : 'warn'}
      title={
        notice.isExpired
          ? t('banner.passwordExpired')
          : t('banner.passwordExpires', { count: notice.daysLeft })
      }
      action={path && <Link to={path}>{t('banner.changePassword')}</Link>}
    />
  );
}

function LicenceBanner() {
  const { t } = useTranslation('shell');
  const names = useRouteNames();
  const { settings } = useSession();
  const http = useHttp();
  const can = useCan();
  // Requesting the licence needs the same permission as the licence page.
  const isAsked = settings.XPACK_ENABLED === true && can('settings.change_license') && names.has('License');
  const { data } = useQuery({ ...licenceQuery(http), enabled: isAsked });
  const notices = data ? licenceNotices(data, Date.now()) : [];
  if (!data || notices.length === 0) return null;
  const end = parseTime(data.date_expired);
  const { current_asset_count: used, asset_count: most } = data;
  return (
    <Banner
      kind={notices.every(({ kind }) => kind === 'expires') ? 'warn' : 'bad'}
      title={notices.map(({ kind, daysLeft }) => t(`banner.licence.${kind}`, { count: daysLeft })).join(' ')}
      detail={[
        data.corporation,
        end ? t('banner.licence.until', { date: formatAbsolute(end) }) : t('banner.licence.endless'),
        t(most === null ? 'banner.licence.assetsUnlimited' : 'banner.licence.assets', { used, most }),
      ].join(' · ')}
      action={<Link to={names.path('License') ?? '/'}>{t('banner.licence.open')}</Link>}
    />
  );
}
