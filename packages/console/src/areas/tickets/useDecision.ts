import type { FormInstance } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowUrl, withQuery } from '../../engine/resource/url.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { COMMENTS_URL } from './commentsUrl.ts';
import type { Grant } from './grant.ts';
import type { Reading } from './useReading.ts';

/** What may be done about an open ticket. */
export type Decision = 'approve' | 'reject' | 'close' | 'comment';

/** What a decision is made of. */
export type DecisionInput = {
  reading: Reading;
  form: FormInstance<Grant>;
  text: string;
  onText: (text: string) => void;
};

/** Decides, then says what was typed; the page shows what the server made of it. */
export const useDecision = ({ reading, form, text, onText }: DecisionInput) => {
  const { t } = useTranslation('tickets');
  const http = useHttp();
  const notify = useNotify();
  const [running, setRunning] = useState<Decision>();
  const { detail } = reading;

  const decide = async (decision: Exclude<Decision, 'comment'>) => {
    const { approval_step, date_updated } = detail.row;
    // Who looks at an earlier state than the ticket is in decides nothing by it.
    const meant = { approval_step: approval_step.value, seen: date_updated };
    const url = `${rowUrl(detail.url, detail.id)}${decision}/`;
    if (decision === 'approve') await http.patch(url, { ...(await form.validateFields()), ...meant });
    else await http.put(url, meant);
    reading.letGo();
  };
  const settle = async (decision: Decision) => {
    if (decision !== 'comment') {
      await decide(decision);
      notify.success(t(`done.${decision}`));
    }
    // Only now: a decision that was refused is not explained to everybody. What cannot be said stays typed.
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
      // What a field lacks it says itself; the request layer has told of what the server refused.
      const [first] = (error as { errorFields?: { name: (string | number)[] }[] }).errorFields ?? [];
      if (first) form.scrollToField(first.name, { block: 'center' });
      // Somebody else may have been faster.
      else detail.refetch();
    } finally {
      setRunning(undefined);
    }
  };
  return { running, run };
};
