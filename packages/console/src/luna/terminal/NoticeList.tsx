import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../platform/store.ts';
import { IconButton } from '../../replay/dark/IconButton.tsx';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import type { LinkNotice } from '../link/linkState.ts';
import styles from './terminal.module.css';
import type { TerminalSession } from './terminalSession.ts';

const SHOWN_MS = 8000;
const URGENT = [
  'idle_warning',
  'max_session_warning',
  'permission_warning',
  'input_overflow',
  'command_refused',
];

/** Notices from the gateway during a session; warnings stay until closed. */
export function NoticeList({ session }: { session: TerminalSession }) {
  const { link } = useStore(session.store);
  // Without `locked`: `PaneState` says so for as long as the session is locked.
  const notices = link.notices.filter((notice) => notice.code !== 'locked');
  return (
    <div role="status">
      {link.phase === 'live' &&
        notices.map((notice) => <Notice key={notice.id} notice={notice} session={session} />)}
    </div>
  );
}

function Notice({ notice, session }: { notice: LinkNotice; session: TerminalSession }) {
  const { t } = useTranslation(['luna', 'gateway']);
  const isUrgent = URGENT.includes(notice.code);
  const { id } = notice;
  useEffect(() => {
    if (isUrgent) return;
    const timer = setTimeout(() => session.link.dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [session, id, isUrgent]);
  return (
    <div className={styles.strip} data-urgent={isUrgent || undefined}>
      <span className={isUrgent ? 'k-warn' : 'k-run'}>
        <Glyph name={isUrgent ? 'warn' : 'ok'} />
      </span>
      <span className={styles.stripText}>{t(`gateway:notice.${notice.code}`, notice.params)}</span>
      <IconButton
        icon={CloseOutlined}
        tip={t('action.close')}
        size={10}
        onClick={() => session.link.dismiss(id)}
      />
    </div>
  );
}
