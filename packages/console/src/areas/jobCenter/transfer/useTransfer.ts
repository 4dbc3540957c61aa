import type { RunAsPolicy } from '@gatehouse/contract/ops/jobs.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { bodyText, errorText, fieldErrorsOf, messageOf } from '../../../platform/http/errorText.ts';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useLeaveGuard } from '../../../platform/page/useLeaveGuard.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { type Chosen, targetsOf } from '../quick/chosenNodes.ts';
import { useJobRun } from '../run/useJobRun.ts';
import { problemOf } from './chosenFiles.ts';
import { sendWithProgress } from './sendWithProgress.ts';

/** Where files go, as whom, and what becomes of them there. */
export type TransferForm = {
  folder: string;
  runas: string;
  policy: RunAsPolicy;
  mode: string;
  owner: string;
};

const blank: TransferForm = { folder: '', runas: '', policy: 'skip', mode: '', owner: '' };

/** Name of the query parameter that holds the run. */
const RUN = 'taskId';
/** Large files take their time. */
const UPLOAD_MS = 3_600_000;
const usualLimit = 200;

const none: Chosen = new Map();

const bodyOf = ({ folder, runas, policy, mode, owner }: TransferForm, chosen: Chosen) => ({
  ...targetsOf(chosen),
  ...{ type: 'upload_file', module: 'shell', runas: runas.trim(), runas_policy: policy },
  args: JSON.stringify({
    dst_path: folder.trim(),
    ...(mode.trim() !== '' && { mode: mode.trim() }),
    ...(owner.trim() !== '' && { owner: owner.trim() }),
  }),
  ...{ instant: false, is_periodic: false, timeout: -1 },
});

const formOf = (job: string, files: readonly File[]): FormData => {
  const form = new FormData();
  // First, so that the server can refuse before it has read the files.
  form.append('job_id', job);
  for (const file of files) form.append('files', file, file.name);
  return form;
};

/** The form and the run of a transfer. The address holds the run, which is there again after a reload. */
export const useTransfer = () => {
  const { t } = useTranslation('transfer');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const { settings } = useSession();
  const limit = Number(settings.FILE_UPLOAD_SIZE_LIMIT_MB ?? usualLimit);
  const [params, setParams] = useSearchParams();
  const id = params.get(RUN) ?? '';
  const run = useJobRun(id);
  const [form, setForm] = useState(blank);
  const [chosen, setChosen] = useState(none);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string>();
  /** The share of the files that has left the browser, while they are sent. */
  const [sent, setSent] = useState<number>();
  const sending = useRef<AbortController>(undefined);
  const isSending = sent !== undefined;
  useLeaveGuard(isSending);

  const missing = () => {
    const wrong = problemOf(files, limit);
    if (wrong) return t(wrong.key, wrong.params);
    if (files.length === 0) return t('filesNeeded');
    if (chosen.size === 0) return t('assetsNeeded');
    return form.runas.trim() === '' ? t('accountNeeded') : undefined;
  };
  const follow = (next: string) => setParams({ [RUN]: next });
  const told = (error: unknown): string => {
    const fields = Object.values(fieldErrorsOf(error)).map(messageOf).filter(Boolean).join(' ');
    const said = error instanceof HttpError ? bodyText(error.body) : undefined;
    return fields || said || errorText(error, common);
  };
  const start = async () => {
    const lack = missing();
    setProblem(lack);
    if (lack !== undefined) return;
    setSent(0);
    const stop = new AbortController();
    sending.current = stop;
    const quiet = { disableFlashErrorMsg: true, signal: stop.signal };
    try {
      const job = await http.post<{ id: string }>('/api/v1/ops/jobs/', bodyOf(form, chosen), quiet);
      const { task_id: next } = await http.post<{ task_id: string }>(
        '/api/v1/ops/jobs/upload/',
        formOf(job.id, files),
        { ...quiet, timeout: UPLOAD_MS, fetch: sendWithProgress(setSent) },
      );
      follow(next);
    } catch (error) {
      setProblem(stop.signal.aborted ? t('stopped') : told(error));
    } finally {
      setSent(undefined);
    }
  };
  return {
    ...{ form, chosen, files, limit, problem, isSending, sent, start, follow },
    stopSending: () => sending.current?.abort(),
    change: (more: Partial<TransferForm>) => setForm((before) => ({ ...before, ...more })),
    choose: setChosen,
    /** Replaces the files; what is wrong with them is said at once. */
    take: (next: readonly File[]) => {
      setFiles(next);
      const wrong = problemOf(next, limit);
      setProblem(wrong && t(wrong.key, wrong.params));
    },
    /** The run; undefined before the first. */
    run: id === '' ? undefined : run,
  };
};

/** Controller of the page. */
export type Transfer = ReturnType<typeof useTransfer>;
