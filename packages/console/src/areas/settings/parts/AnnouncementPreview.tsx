import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormValues } from '../../../engine/form/useFormValues.ts';
import { type Announcement, AnnouncementCard } from '../../announcement/AnnouncementCard.tsx';
import styles from '../settings.module.css';

/** The announcement as users will see it, while it is written. */
export function AnnouncementPreview() {
  const { t } = useTranslation('settings');
  const values = useFormValues(Form.useFormInstance()) ?? {};
  const said = (values.ANNOUNCEMENT ?? {}) as Announcement;
  if (!said.SUBJECT && !said.CONTENT) return null;
  return (
    <div className={styles.below}>
      <h3>{t('preview')}</h3>
      <div className={styles.preview}>
        <AnnouncementCard said={said} />
      </div>
    </div>
  );
}
