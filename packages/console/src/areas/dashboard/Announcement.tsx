import { CloseOutlined, NotificationOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { useSession } from '../../platform/session/useSession.ts';
import { IconButton } from '../../theme/control/IconButton.tsx';
import styles from './dashboard.module.css';

const KEY = 'AnnouncementViewed';

/** The installation's announcement, until closed. */
export function Announcement() {
  const { t } = useTranslation(['areas', 'common']);
  const { storage } = usePlatform();
  const { settings } = useSession();
  const words = settings.ANNOUNCEMENT ?? {};
  const id = words.ID ?? words.SUBJECT ?? '';
  const [seen, setSeen] = useState(storage.get(KEY));
  if (settings.ANNOUNCEMENT_ENABLED !== true || !(words.CONTENT || words.SUBJECT) || seen === id) return null;
  const close = () => {
    storage.set(KEY, id);
    setSeen(id);
  };
  return (
    <section className={styles.announcement} aria-label={t('announcement.label')}>
      <NotificationOutlined aria-hidden />
      <div className="grow">
        {words.SUBJECT && <strong>{words.SUBJECT}</strong>}
        {words.CONTENT && <p>{words.CONTENT}</p>}
      </div>
      {words.LINK && /^https?:/.test(words.LINK) && (
        <a href={words.LINK} target="_blank" rel="noreferrer">
          {t('announcement.more')}
        </a>
      )}
      <IconButton
        icon={<CloseOutlined aria-hidden />}
        tip={t('common:action.close')}
        size={24}
        onClick={close}
      />
    </section>
  );
}
