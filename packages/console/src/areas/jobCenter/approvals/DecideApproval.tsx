import { MOST_REASON } from '@gatehouse/contract/ops/jobApprovals.ts';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequiredMark } from '../../../engine/form/FormBody.tsx';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';

/** A decision on a request. */
export type Verdict = 'approve' | 'reject' | 'revoke';

type Props = {
  verdict: Verdict;
  row: { id: string; is_standing: boolean };
  digest: string;
  onClose: () => void;
  onDecided: () => void;
};

/** Asks for the reason of a decision; rejecting needs one. */
export function DecideApproval({ verdict, row, digest, onClose, onDecided }: Props) {
  const { t } = useTranslation('ops');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const notify = useNotify();
  const requiredMark = useRequiredMark();
  const [comment, setComment] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const params = { id: row.id };
  const body = { comment: comment.trim() };
  const send = () => {
    if (verdict === 'approve')
      return http.call('POST /api/v1/ops/job-approvals/:id/approve/', { params, body: { ...body, digest } });
    if (verdict === 'reject')
      return http.call('POST /api/v1/ops/job-approvals/:id/reject/', { params, body });
    return http.call('POST /api/v1/ops/job-approvals/:id/revoke/', { params, body });
  };
  const decide = async () => {
    const lacks = verdict === 'reject' && body.comment === '';
    setMissing(lacks);
    if (lacks) return;
    setRunning(true);
    try {
      await send();
      notify.success(t(`approvals.done.${verdict}`));
      onClose();
    } catch {
      // The request layer has reported the error; the page tells the present state.
      setRunning(false);
    }
    onDecided();
  };
  const kind = verdict !== 'approve' ? verdict : row.is_standing ? 'approveSchedule' : 'approve';
  return (
    <Modal
      open
      title={t(`approvals.ask.${verdict}`)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          <Button
            type="primary"
            danger={verdict !== 'approve'}
            loading={isRunning}
            onClick={() => void decide()}
          >
            {t(`approvals.${verdict}`)}
          </Button>
        </>
      }
    >
      <p className="md t2" style={{ marginBottom: 12 }}>
        {t(`approvals.meaning.${kind}`)}
      </p>
      <Form layout="vertical" requiredMark={requiredMark}>
        <Form.Item
          label={t('approvals.reason')}
          required={verdict === 'reject'}
          {...(isMissing && { validateStatus: 'error', help: t('approvals.reasonNeeded') })}
        >
          <Input.TextArea
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={MOST_REASON}
            aria-label={t('approvals.reason')}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
