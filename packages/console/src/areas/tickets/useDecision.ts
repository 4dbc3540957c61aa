import type { FormInstance } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { rawOf } from '../../engine/resource/row.ts';
import { rowUrl, withQuery } from '../../engine/resource/url.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { COMMENTS_URL } from './commentsUrl.ts';
import type { Grant } from './grant.ts';

/** What may be done about an open ticket. */
export type Decision = 'approve' | 'reject' | 'close' | 'comment';

/** Says what was typed, then decides; the page shows what the server made of it. */
export const useDecision = (detail: DetailController, form: FormInstance<Grant>) => {
  const { t } = useTranslation('tickets');
  const http = useHttp();
  const notify = useNotify();
  const [text, setText] = useState('');
  const [running, setRunning] = useState<Decision>();
  const url = rowUrl(detail.url, detail.id);

  const say = async () => {
    const body = text.trim();
    if (!body) return;
    await http.post(withQuery(COMMENTS_URL, { ticket_id: detail.id }), { body });
    setText('');
  };
  const settle = async (decision: Decision) => {
    const grant = decision === 'approve' ? await form.validateFields() : undefined;
    await say();
    // Who looks at an earlier level than the ticket is at decides nothing by it.
    const approval_step = rawOf(detail.row.approval_step);
    if (grant) await http.patch(`${url}approve/`, { ...grant, approval_step });
    else if (decision !== 'comment') await http.put(`${url}${decision}/`, { approval_step });
    notify.success(t(`done.${decision}`));
    detail.refetch();
  };
  const run = async (decision: Decision) => {
    setRunning(decision);
    try {
      await settle(decision);
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
  return { text, setText, running, run };
};
