import { mostDaysToEnd } from '@gatehouse/contract/permissions/accessReview.ts';
import { Alert, Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';

/** A decision about reviews. */
export type Verdict = 'keep' | 'expire';

/** The reviews that a dialog decides: by id and name. */
export type Decided = { verdict: Verdict; rows: readonly { id: string; name: string }[] };

const DAYS = [0, 7, mostDaysToEnd];
/** Names that are listed; more of them are counted. */
const MOST_NAMES = 5;

/** When the permissions end. */
function EndInput({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const { t } = useTranslation('areas');
  return (
    <Form.Item label={t('reviews.end')}>
      <Radio.Group
        value={days}
        onChange={(event) => onChange(Number(event.target.value))}
        options={DAYS.map((value) => ({
          value,
          label: value === 0 ? t('reviews.now') : t('reviews.inDays', { count: value }),
        }))}
      />
      {days === 0 && (
        <Alert type="warning" showIcon title={t('reviews.noWayBack')} style={{ marginTop: 8 }} />
      )}
    </Form.Item>
  );
}

/** Confirms the permissions of reviews, or lets them expire, with a comment. */
export function DecideReviews(props: Decided & { onClose: () => void; onDecided: () => void }) {
  const { verdict, rows } = props;
  const { t } = useTranslation('areas');
  const http = useHttp();
  const notify = useNotify();
  const [comment, setComment] = useState('');
  const [days, setDays] = useState(DAYS[1] ?? 0);
  const [isRunning, setRunning] = useState(false);
  const count = rows.length;
  const decide = async () => {
    setRunning(true);
    try {
      const body = {
        ids: rows.map(({ id }) => id),
        verdict,
        comment: comment.trim(),
        days: verdict === 'keep' ? null : days,
      };
      await http.call('POST /api/v1/perms/access-reviews/decide/', { body });
      notify.success(t(`reviews.done.${verdict}`, { count }));
      props.onDecided();
      props.onClose();
    } catch {
      // The request layer has reported the error; the dialog stays for another try.
      setRunning(false);
    }
  };
  return (
    <Modal
      open
      title={
        count === 1
          ? t(`reviews.askOne.${verdict}`, { name: rows[0]?.name })
          : t(`reviews.ask.${verdict}`, { count })
      }
      onCancel={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t('reviews.cancel')}</Button>
          <Button
            type="primary"
            danger={verdict === 'expire'}
            loading={isRunning}
            onClick={() => void decide()}
          >
            {t(`reviews.${verdict}`)}
          </Button>
        </>
      }
    >
      <p className="md t2" style={{ marginBottom: 12 }}>
        {t(`reviews.meaning.${verdict}`)}
      </p>
      {count > 1 && (
        <ul className="md">
          {rows.slice(0, MOST_NAMES).map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
          {count > MOST_NAMES && <li>{t('reviews.andMore', { count: count - MOST_NAMES })}</li>}
        </ul>
      )}
      <Form layout="vertical">
        {verdict === 'expire' && <EndInput days={days} onChange={setDays} />}
        <Form.Item label={t('reviews.comment')}>
          <Input.TextArea
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={4000}
            aria-label={t('reviews.comment')}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
