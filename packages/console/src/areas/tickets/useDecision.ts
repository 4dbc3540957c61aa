import type { FormInstance } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withQuery } from '../../engine/resource/url.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { COMMENTS_URL } from './commentsUrl.ts';
import type { Grant } from './grant.ts';
import type { Reading } from './useReading.ts';

/** Actions on an open ticket. */
export type Decision = 'approve' | 'reject' | 'close' | 'comment';

/** The input of a decision. */
export type DecisionInput = {
  reading: Reading;
  form: FormInstance<Grant>;
  text: string;
  onText: (text: string) => void;
};

/** The fields that failed the form's own validation. */
const refusedFields = (error: unknown): { name: (string | number)[] }[] =>
  typeof error === 'object' && error !== null && 'errorFields' in error && Array.isArray(error.errorFields)
    ? error.errorFields
    : [];

/** Decides, then posts the comment; the page shows the server's result. */
export const useDecision = ({ reading, form, text, onText }: DecisionInput) => {
  const { t } = useTranslation('tickets');
  const http = useHttp();
  const notify = useNotify();
  const [running, setRunning] = useState<Decision>();
  const { detail } = reading;

  const decide = async (decision: Exclude<Decision, 'comment'>) => {
    const { approval_step, date_updated } = detail.row;
    // The server refuses a decision about a ticket that has changed since it was shown.
    const meant = { approval_step: approval_step.value, seen: date_updated };
    const params = { id: detail.id };
    if (decision === 'approve')
      await http.call('PATCH /api/v1/tickets/apply-asset-tickets/:id/approve/', {
        params,
        body: { ...(await form.validateFields()), ...meant },
      });
    else await http.call(`PUT /api/v1/tickets/apply-asset-tickets/:id/${decision}/`, { params, body: meant });
    reading.letGo();
  };
  const settle = async (decision: Decision) => {
    if (decision !== 'comment') {
      await decide(decision);
      notify.success(t(`done.${decision}`));
    }
    // Posted after the decision, so that a refused decision leaves no comment. A comment that cannot be sent
    // stays in the field.
    const body = text.trim();
    if (body) await http.post(withQuery(COMMENTS_URL, { ticket_id: detail.id }), { body });
    onText('');
    if (decision === 'comment') notify.success(t('done.comment'));
  };
  const run = async (decision: Decision) => {
    setRunning(decision);
    try {
      await settle(decision);
      detail.refetch();
    } catch (error) {
      // Fields show their own errors; the request layer has reported the server's.
      const first = refusedFields(error)[0];
      if (first) form.scrollToField(first.name, { block: 'center' });
      // Another user may have decided first.
      else detail.refetch();
    } finally {
      setRunning(undefined);
    }
  };
  return { running, run };
};
