import { NotificationOutlined } from '@ant-design/icons';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../platform/part/part.ts';
import styles from './announcement.module.css';

const Markdown = part(() => import('../chat/Markdown.tsx').then((m) => m.Markdown));

/** What an announcement says. */
export type Announcement = { SUBJECT?: string; CONTENT?: string; LINK?: string | null };

/** Whether an address may be opened from an announcement. */
const isWebAddress = (text: string) => /^https?:\/\//i.test(text);

/** An announcement as every user sees it. */
export function AnnouncementCard({ said, action }: { said: Announcement; action?: ReactNode }) {
  const { t } = useTranslation('shell');
  const { SUBJECT: subject, CONTENT: content, LINK: link } = said;
  return (
    <section className={styles.card} aria-label={t('announcement.title')}>
      <NotificationOutlined aria-hidden className={styles.icon as string} />
      <div className={styles.text}>
        <strong>{subject ? t('announcement.titleOf', { subject }) : t('announcement.title')}</strong>
        {content && (
          <Suspense fallback={<p>{content}</p>}>
            <Markdown text={content} />
          </Suspense>
        )}
        {link && isWebAddress(link) && (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {t('announcement.more')}
          </a>
        )}
      </div>
      {action}
    </section>
  );
}
