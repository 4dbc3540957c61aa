import DownloadOutlined from '@ant-design/icons-svg/es/asn/DownloadOutlined';
import ShareAltOutlined from '@ant-design/icons-svg/es/asn/ShareAltOutlined';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../platform/Platform.tsx';
import { useSession } from '../platform/session/useSession.ts';
import { copyText } from './dark/clipboard.ts';
import controls from './dark/controls.module.css';
import { cx } from './dark/cx.ts';
import { Icon } from './dark/Icon.tsx';
import { ReplayError } from './loadReplay.ts';
import styles from './replay.module.css';
import { clock } from './timeline.ts';
import type { Replay } from './useReplay.ts';

type Props = { sessionId: string | undefined; replay: Replay; children: ReactNode };

const infoOf = (status: Replay['status']) => {
  if (status.kind === 'loading' || status.kind === 'ready') return status.info;
  return status.kind === 'failed' && status.error instanceof ReplayError ? status.error.info : undefined;
};

/**
 * The header: `children` on the left; then a button that copies a link to the current time and, if the user
 * may download the recording, a link to its file.
 */
export function ReplayHead({ sessionId, replay, children }: Props) {
  const { t } = useTranslation('replay');
  const { notify } = usePlatform();
  const { perms, currentOrg } = useSession();
  const info = infoOf(replay.status);
  const { position, duration } = replay.state;
  const query = currentOrg ? `oid=${currentOrg.id}` : '';
  const copyLink = async () => {
    const url = new URL(`/luna/replay/${sessionId}?${query}`, window.location.origin);
    url.searchParams.set('t', String(Math.floor(position)));
    if (await copyText(url.href)) notify.copied();
  };
  const button = cx(controls.button, controls.small);
  return (
    <header className={styles.head}>
      {children}
      <span className={styles.gap} />
      {duration > 0 && sessionId !== undefined && (
        <button
          type="button"
          className={button}
          aria-label={t('copyLinkAt', { at: clock(position, duration) })}
          onClick={copyLink}
        >
          <Icon of={ShareAltOutlined} />
          <span className={styles.narrowHidden}>{t('copyLink')}</span>
          <span className="num">{clock(position, duration)}</span>
        </button>
      )}
      {info && (sessionId === undefined || perms.has('terminal.download_sessionreplay')) && (
        <a
          className={button}
          aria-label={t('download')}
          href={`${info.download_url}${query && `?${query}`}`}
          download
        >
          <Icon of={DownloadOutlined} />
          <span className={styles.narrowHidden}>{t('download')}</span>
        </a>
      )}
    </header>
  );
}
