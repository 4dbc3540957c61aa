import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormValues } from '../../../engine/form/useFormValues.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import styles from './MailPreview.module.css';

/** How long typing must pause before the preview follows, in milliseconds. */
const pauseMs = 300;

/** The value, once it has not changed for a while. */
const useSettled = <T,>(value: T): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};

/** The mail to a new user as the server would send it with the form's texts. */
export function MailPreview() {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const form = Form.useFormInstance();
  const texts = useSettled(JSON.stringify(useFormValues(form) ?? {}));
  const preview = useQuery({
    queryKey: ['mailPreview', texts],
    queryFn: ({ signal }) =>
      http.call('POST /api/v1/settings/mail/preview/', {
        body: JSON.parse(texts),
        signal,
        disableFlashErrorMsg: true,
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const shown = preview.data;
  if (!shown) return null;
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <p className={styles.subject}>{shown.subject}</p>
      {/* Nothing in it runs, and its links open nothing. */}
      <iframe className={styles.mail} title={t('preview')} sandbox="" srcDoc={shown.html} />
    </section>
  );
}
