import { AimOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { HttpError } from '../../platform/http/HttpError.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { Card } from '../../theme/state/Card.tsx';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { showErrors } from '../profile/own/OwnForm.tsx';
import { ExplainForm, type FormValues } from './ExplainForm.tsx';
import { ExplanationCard } from './ExplanationCard.tsx';
import styles from './explain.module.css';
import type { Explanation, Question } from './explanation.ts';

type Asked = { question: Question; explanation: Explanation };

const isMistake = (error: unknown): boolean => error instanceof HttpError && error.status === 400;

/** The answer to the last question, in each of its states. */
function Result(props: {
  asked: Asked | undefined;
  isBusy: boolean;
  error: Error | null;
  retry: () => void;
}) {
  const { t } = useTranslation('explain');
  const { asked, isBusy, error, retry } = props;
  if (error && !isMistake(error))
    return (
      <Card>
        <Failed query={{ error, refetch: retry }} />
      </Card>
    );
  if (asked)
    return (
      <div aria-busy={isBusy} className={isBusy ? styles.stale : undefined}>
        <ExplanationCard of={asked.explanation} asked={asked.question} />
      </div>
    );
  return (
    <Card>
      {isBusy ? (
        <SkeletonRows rows={6} columns={2} />
      ) : (
        <EmptyState icon={<AimOutlined aria-hidden />} title={t('empty.title')} text={t('empty.text')} />
      )}
    </Card>
  );
}

/** Asks about one connection, and shows what would happen and why. */
export function ExplainTab() {
  const http = useHttp();
  const [search] = useSearchParams();
  const [form] = Form.useForm<FormValues>();
  const [problem, setProblem] = useState<string>();
  const ask = useMutation({
    mutationFn: async (question: Question): Promise<Asked> => ({
      question,
      explanation: await http.call('POST /api/v1/perms/explain/', {
        body: question,
        disableFlashErrorMsg: true,
      }),
    }),
    onMutate: () => setProblem(undefined),
    onError: (error) => isMistake(error) && setProblem(showErrors(form, error)),
  });
  const [shown, setShown] = useState<Asked>();
  const initial = { user: search.get('user') ?? undefined, asset: search.get('asset') ?? undefined };
  const send = (question: Question) => ask.mutate(question, { onSuccess: setShown });
  return (
    <div className={styles.explain}>
      <ExplainForm form={form} initial={initial} problem={problem} isBusy={ask.isPending} onAsk={send} />
      <Result
        asked={shown}
        isBusy={ask.isPending}
        error={ask.error}
        retry={() => ask.variables && send(ask.variables)}
      />
    </div>
  );
}
