import CheckOutlined from '@ant-design/icons/CheckOutlined';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withQuery } from '../../../engine/resource/url.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useSession } from '../../../platform/session/useSession.ts';
import { isAwaiting, isOwn } from '../../../resources/tickets/ticket/process.ts';
import { isOpen } from '../../../resources/tickets/ticket/ticket.ts';
import { COMMENTS_URL } from '../commentsUrl.ts';
import styles from '../tickets.module.css';
import type { ConfirmationDetail, ConfirmationUrl } from './ConfirmationDetail.ts';

const MOST = 4_096;
/** Minutes for which an approver can let an approval hold. */
const MINUTES = [15, 60, 240, 480] as const;

type Decision = 'approve' | 'reject' | 'close' | 'comment';
type Props = {
  detail: ConfirmationDetail;
  url: ConfirmationUrl;
  text: string;
  onText: (text: string) => void;
};

const holdOf = (choice: string) =>
  choice === 'once' || choice === 'session'
    ? { hold: choice }
    : { hold: 'minutes' as const, hold_minutes: Number(choice) };

/** Decides as shown, then posts the comment; a refused decision leaves no comment. */
const useDeciding = ({ detail, url, text, onText }: Props, choice: string) => {
  const { t } = useTranslation('tickets');
  const http = useHttp();
  const notify = useNotify();
  const [running, setRunning] = useState<Decision>();
  const settle = async (decision: Decision) => {
    const { approval_step, date_updated } = detail.row;
    const meant = { approval_step: approval_step.value, seen: date_updated };
    if (decision !== 'comment') {
      const body = decision === 'approve' ? { ...meant, ...holdOf(choice) } : meant;
      await http.put(`${url}${detail.id}/${decision}/`, body);
    }
    const said = text.trim();
    if (said) await http.post(withQuery(COMMENTS_URL, { ticket_id: detail.id }), { body: said });
    onText('');
    notify.success(t(`done.${decision}`));
  };
  const run = async (decision: Decision) => {
    setRunning(decision);
    try {
      await settle(decision);
    } catch {
      // The request layer has reported the error; another user may have decided first.
    } finally {
      setRunning(undefined);
      detail.refetch();
    }
  };
  return { running, run };
};

/** Comment and actions for a confirmation, with how long an approval holds. */
export function ConfirmationBar(props: Props) {
  const { detail, text, onText } = props;
  const { row } = detail;
  const { t } = useTranslation('tickets');
  const { profile } = useSession();
  const [choice, setChoice] = useState('once');
  const { running, run } = useDeciding(props, choice);
  const mayDecide = isAwaiting(row, profile);
  const isOfSession = row.type.value === 'command_confirm';
  const longer = [
    ...(isOfSession ? [{ value: 'session', label: t('confirm.hold.session') }] : []),
    ...MINUTES.map((count) => ({ value: String(count), label: t('confirm.hold.minutes', { count }) })),
  ];
  const once = { value: 'once', label: t('confirm.hold.once') };
  const choices = row.rel_snapshot.apply_run_doubt ? [once] : [once, ...longer];
  const button = (decision: Decision) => ({
    loading: running === decision,
    disabled: running !== undefined && running !== decision,
    onClick: () => void run(decision),
  });
  return (
    <section className={styles.bar} aria-label={t('decision')}>
      <Input.TextArea
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={MOST}
        aria-label={t('comment')}
        placeholder={t('comment')}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button {...button('comment')} disabled={text.trim() === '' || running !== undefined}>
          {t('reply')}
        </Button>
        {isOpen(row) && isOwn(row, profile) && <Button {...button('close')}>{t('close')}</Button>}
        {mayDecide && (
          <>
            <Select
              aria-label={t('confirm.held')}
              value={choice}
              options={choices}
              popupMatchSelectWidth={false}
              onChange={setChoice}
            />
            <Button danger icon={<CloseOutlined aria-hidden />} {...button('reject')}>
              {t('reject')}
            </Button>
            <Button type="primary" icon={<CheckOutlined aria-hidden />} {...button('approve')}>
              {t('approve')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
