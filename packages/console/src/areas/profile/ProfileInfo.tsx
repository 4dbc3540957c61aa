import {
  DownloadOutlined,
  IdcardOutlined,
  KeyOutlined,
  LockOutlined,
  MobileOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type Fact, FactsCard } from '../../engine/detail/FactsCard.tsx';
import { type QuickAction, QuickActions } from '../../engine/detail/QuickActions.tsx';
import { MFA_PAGE } from '../../platform/confirm/identity.ts';
import { joined } from '../../platform/i18n/joined.ts';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useSession } from '../../platform/session/useSession.ts';
import type { Profile } from '../../platform/session/wire.ts';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import { EndText } from '../../theme/text/EndText.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import { useNewKeyPair } from './own/useNewKeyPair.ts';
import styles from './profile.module.css';

const namesOf = (items: readonly { name?: string; display_name?: string }[] | undefined) =>
  joined(items?.map((item) => item.display_name ?? item.name ?? '') ?? []) || <Dash />;

/** The user's own information. */
export function ProfileInfo() {
  const { profile } = useSession();
  const facts = useFacts(profile);
  const actions = useActions(profile);
  return (
    <PageFrame>
      <div className={styles.info}>
        <FactsCard facts={facts} />
        <QuickActions actions={actions} />
      </div>
    </PageFrame>
  );
}

const useFacts = (profile: Profile | undefined): Fact[] => {
  const { t } = useTranslation('areas');
  const { t: common } = useTranslation('common');
  if (!profile) return [];
  const key = [profile.public_key_comment, profile.public_key_hash_md5].filter(Boolean).join(' ');
  const values: Record<string, Fact['value']> = {
    username: <Mono>{profile.username}</Mono>,
    name: profile.name,
    email: profile.email || <Dash />,
    systemRoles: namesOf(profile.system_roles),
    orgRoles: namesOf(profile.org_roles),
    groups: namesOf(profile.groups),
    active:
      profile.is_active === false ? (
        <StatusText kind="off">{common('inactive')}</StatusText>
      ) : (
        <StatusText kind="ok">{common('active')}</StatusText>
      ),
    source: profile.source.label,
    mfaLevel: profile.mfa_level?.label ?? <Dash />,
    sshKey: key ? <Mono>{key}</Mono> : <Dash />,
    joined: <TimeText value={profile.date_joined} />,
    lastLogin: <TimeText value={profile.last_login} />,
    passwordChanged: <TimeText value={profile.date_password_last_updated} />,
    expires: <EndText value={profile.date_expired} />,
    comment: profile.comment || <Dash />,
  };
  return Object.entries(values).map(([name, value]) => ({ name, value, label: t(`profile.${name}`) }));
};

const useActions = (profile: Profile | undefined): QuickAction[] => {
  const { t } = useTranslation('areas');
  const names = useRouteNames();
  const navigate = useNavigate();
  const newKeyPair = useNewKeyPair();
  const toTab = (activeTab: string) => () =>
    void navigate(names.path('ProfileSetting', {}, { activeTab }) ?? '/');
  const entry = (name: string, tab: string, icon: QuickAction['icon'], can = true): QuickAction => ({
    name,
    icon,
    title: t(`profile.${name}`),
    note: t(`profile.${name}Note`),
    button: t('profile.update'),
    can,
    reason: t('profile.notLocal'),
    onRun: toTab(tab),
  });
  return [
    entry('contact', 'ProfileUpdate', <IdcardOutlined aria-hidden />),
    entry('password', 'PasswordUpdate', <LockOutlined aria-hidden />, profile?.source.value === 'local'),
    {
      ...entry('publicKey', 'SSHUpdate', <KeyOutlined aria-hidden />),
      has: profile?.can_public_key_auth === true,
    },
    {
      ...entry('keyPair', 'SSHUpdate', <DownloadOutlined aria-hidden />),
      has: profile?.can_public_key_auth === true,
      button: t('profile.generate'),
      onRun: newKeyPair.run,
    },
    {
      name: 'mfa',
      icon: <MobileOutlined aria-hidden />,
      title: t('profile.mfa'),
      note: t('profile.mfaNote'),
      // A page of the server, because a user may have to set up MFA before signing in to the console.
      control: (
        <Button size="small" href={MFA_PAGE} aria-label={t('profile.mfa')}>
          {t('profile.mfaButton')}
        </Button>
      ),
    },
  ];
};
