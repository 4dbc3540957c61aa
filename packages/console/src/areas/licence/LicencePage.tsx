import { ImportOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { type LicenceDetail, MOST_ASSETS } from '@gatehouse/contract/wire/licence.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Fact, FactsCard } from '../../engine/detail/FactsCard.tsx';
import { type QuickAction, QuickActions } from '../../engine/detail/QuickActions.tsx';
import { errorText } from '../../platform/http/errorText.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { useSession } from '../../platform/session/useSession.ts';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import styles from './licence.module.css';
import { licenceQuery } from './licenceQuery.ts';

/** Delay before the console reloads with the licensed features, so that the success message can be read. */
const RELOAD_MS = 500;

const isUnlimited = (most: number | null): boolean => most === null || most >= MOST_ASSETS;

const editionOf = ({ serial_no, edition }: LicenceDetail, t: (key: string) => string) => {
  if (!serial_no) return t('community');
  return edition === 'enterprise' ? t('enterprise') : edition;
};

const useFacts = (licence: LicenceDetail): Fact[] => {
  const { t } = useTranslation('licence');
  const used = licence.current_asset_count;
  const values: Record<string, Fact['value']> = {
    edition: editionOf(licence, t),
    ...(licence.serial_no && {
      state: licence.is_valid ? (
        <StatusText kind="ok">{t('valid')}</StatusText>
      ) : (
        <StatusText kind="bad">{t('notValid')}</StatusText>
      ),
      corporation: licence.corporation,
      date_expired: <TimeText value={licence.date_expired} />,
      asset_count: t(isUnlimited(licence.asset_count) ? 'assetsUnlimited' : 'assets', {
        used,
        most: licence.asset_count,
      }),
      subscription_id: <Mono>{licence.subscription_id || <Dash />}</Mono>,
      serial_no: <Mono>{licence.serial_no}</Mono>,
      remark: licence.remark || <Dash />,
    }),
  };
  return Object.entries(values).map(([name, value]) => ({ name, value, label: t(`fact.${name}`) }));
};

function Facts({ licence }: { licence: LicenceDetail }) {
  const { t } = useTranslation('licence');
  return <FactsCard title={t('title')} facts={useFacts(licence)} isSingle />;
}

/** The installation's licence, and how to replace it. */
export function LicencePage() {
  const { t } = useTranslation('licence');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const { settings, hasLicence } = useSession();
  const { data, error, refetch } = useQuery(licenceQuery(http));
  const [isImporting, setIsImporting] = useState(false);
  const { XPACK_ENABLED: isEnabled, HELP_SUPPORT_URL: support } = settings;
  const actions: QuickAction[] = [
    {
      name: 'import',
      icon: <ImportOutlined aria-hidden />,
      title: t('import'),
      note: t('importNote'),
      button: t('importButton'),
      can: isEnabled === true,
      reason: t('switchedOff'),
      onRun: () => setIsImporting(true),
    },
    {
      name: 'consult',
      icon: <QuestionCircleOutlined aria-hidden />,
      title: t('consult'),
      note: t('consultNote'),
      button: t('consultButton'),
      has: Boolean(support),
      onRun: () => void window.open(support, '_blank', 'noopener'),
    },
  ];
  return (
    <PageFrame>
      <div className={styles.page}>
        {!hasLicence && <Alert className={styles.alert} type="info" showIcon title={t('noLicence')} />}
        {data ? (
          <Facts licence={data} />
        ) : error ? (
          <EmptyState
            title={errorText(error, common)}
            actions={<Button onClick={() => void refetch()}>{common('action.retry')}</Button>}
          />
        ) : (
          <SkeletonRows rows={6} columns={2} />
        )}
        <QuickActions actions={actions} />
      </div>
      {isImporting && (
        <ImportDialog
          onClose={() => setIsImporting(false)}
          onImported={() => {
            setIsImporting(false);
            void refetch();
            setTimeout(() => window.location.reload(), RELOAD_MS);
          }}
        />
      )}
    </PageFrame>
  );
}
