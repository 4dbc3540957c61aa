import {
  type CanaryNext,
  hasPlace,
  isEnded,
  isShare,
  jobModules,
  MOST_HOSTS,
  type RunAsPolicy,
} from '@gatehouse/contract/ops/jobs.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { errorText, fieldErrorsOf, messageOf } from '../../../platform/http/errorText.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import type { RunFacts } from '../run/hosts.ts';
import { useJobRun } from '../run/useJobRun.ts';
import { type Chosen, targetsOf, unplaced } from './chosenNodes.ts';

/** What a quick job runs, and how. */
export type QuickForm = {
  command: string;
  runas: string;
  policy: RunAsPolicy;
  module: string;
  /** Seconds; -1: no limit. */
  timeout: number;
  folder: string;
  /** How many machines come first, as a number or a share, what follows, and how many come at a time then. */
  canary: string;
  canaryNext: CanaryNext;
  batch: string;
};

const usualSeconds = 60;

const blank: QuickForm = {
  command: '',
  runas: '',
  policy: 'skip',
  module: jobModules[0],
  timeout: usualSeconds,
  folder: '',
  ...{ canary: '', canaryNext: 'user', batch: '' },
};

/** The form with which a run was started. */
const restored = (facts: RunFacts | undefined): Partial<QuickForm> =>
  facts
    ? {
        ...{ command: facts.command, runas: facts.runas, policy: facts.runas_policy },
        ...{ module: facts.module, timeout: facts.timeout, folder: facts.chdir },
        ...{ canary: facts.canary, canaryNext: facts.canary_next, batch: facts.batch },
      }
    : {};

const bodyOf = (form: QuickForm, chosen: Chosen) => ({
  ...targetsOf(chosen),
  ...{ module: form.module, args: form.command, runas: form.runas.trim(), runas_policy: form.policy },
  ...{
    instant: true,
    is_periodic: false,
    timeout: form.timeout,
    chdir: hasPlace(form.module) ? form.folder.trim() : '',
  },
  ...{ canary: form.canary.trim(), canary_next: form.canaryNext, batch: form.batch.trim() },
});

const SOON_MS = 1_000;

/** The assets of a run, once its permissions have been judged: it has none before. */
const useAssetsOf = (id: string): Chosen | undefined => {
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['jobAssets', id],
    queryFn: async ({ signal }) => {
      const page = (offset: number) =>
        http.call('GET /api/v1/ops/job-executions/:id/hosts/', {
          params: { id },
          query: { limit: String(MOST_HOSTS), offset: String(offset) },
          signal,
          disableFlashErrorMsg: true,
        });
      const first = await page(0);
      const hosts = [...first.hosts];
      for (let last = first; last.has_more; hosts.push(...last.hosts)) last = await page(hosts.length);
      return { status: first.status, hosts };
    },
    enabled: id !== '',
    refetchInterval: ({ state: { data: run } }) =>
      run !== undefined && !isEnded(run.status) && run.hosts.length === 0 && SOON_MS,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => data && unplaced(data.hosts), [data]);
};

const none: Chosen = new Map();

/** Name of the query parameter that holds the run. */
const RUN = 'taskId';

/** The form and the run of a quick job. The address holds the run, so that both are there again after a reload. */
export const useQuickJob = () => {
  const { t } = useTranslation('runs');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const [params, setParams] = useSearchParams();
  const id = params.get(RUN) ?? '';
  const run = useJobRun(id);
  const [changes, setChanges] = useState<Partial<QuickForm>>({});
  const assets = useAssetsOf(id);
  // What the user chose counts as long as this run is shown; another one has its own assets.
  const [own, setOwn] = useState<{ run: string; chosen: Chosen }>();
  const chosen = (own?.run === id ? own.chosen : assets) ?? none;
  const [problem, setProblem] = useState<string>();
  const [isStarting, setStarting] = useState(false);
  const form: QuickForm = { ...blank, ...restored(run.facts), ...changes };

  const follow = (next: string) => setParams({ [RUN]: next });
  const missing = () => {
    if (chosen.size === 0) return t('quick.assetsNeeded');
    if (form.command.trim() === '') return t('quick.commandNeeded');
    if (form.runas.trim() === '') return t('quick.accountNeeded');
    return [form.canary, form.batch].every((share) => isShare(share.trim()))
      ? undefined
      : t('quick.stages.invalid');
  };
  const start = async () => {
    const lack = missing();
    setProblem(lack);
    if (lack !== undefined) return;
    setStarting(true);
    try {
      const { task_id: next } = await http.post<{ task_id: string }>(
        '/api/v1/ops/jobs/',
        bodyOf(form, chosen),
        {
          disableFlashErrorMsg: true,
        },
      );
      setChanges(form);
      setOwn({ run: next, chosen });
      follow(next);
    } catch (error) {
      const fields = Object.values(fieldErrorsOf(error)).map(messageOf).filter(Boolean);
      setProblem(fields.join(' ') || errorText(error, common));
    } finally {
      setStarting(false);
    }
  };
  return {
    form,
    change: (more: Partial<QuickForm>) => setChanges((before) => ({ ...before, ...more })),
    chosen,
    choose: (next: Chosen) => setOwn({ run: id, chosen: next }),
    problem,
    tell: setProblem,
    start,
    isStarting,
    /** The run; undefined before the first. */
    run: id === '' ? undefined : run,
    follow,
  };
};

/** Controller of the page. */
export type QuickJob = ReturnType<typeof useQuickJob>;
