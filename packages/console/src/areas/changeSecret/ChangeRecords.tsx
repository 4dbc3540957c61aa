import { changeRecordList } from '@gatehouse/contract/layouts/accounts/changesecretrecord.ts';
import type { changesecretrecord } from '@gatehouse/contract/resources/accounts/changesecretrecord.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import { useTask } from '../../engine/detail/useTask.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import type { RowIn } from '../../engine/resource/row.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { followPlanRuns, isOngoing, type PlanRun, PlanRunStatus } from '../accountPlans/planSlots.tsx';
import { ChangedSecrets } from './ChangedSecrets.tsx';

/** How soon a page refreshes while it is not known which secret is valid. */
export const DOUBT_MS = 5_000;

/** Address of the changes of secrets. */
export const RECORDS_URL = '/api/v1/accounts/change-secret-records/';

/** A change of a secret as lists show it. */
export type Change = RowIn<typeof changesecretrecord, 'list'>;

/** Records of runs that change secrets or push accounts. */
const kinds = {
  change: {
    url: RECORDS_URL,
    add: 'accounts.add_changesecretexecution',
    secret: 'accounts.view_changesecretrecord',
    name: 'AccountChangeSecretRecords',
  },
  push: {
    url: '/api/v1/accounts/push-account-records/',
    add: 'accounts.add_pushaccountexecution',
    secret: 'accounts.view_accountsecret',
    name: 'AccountPushRecords',
  },
} as const;

type Kind = keyof typeof kinds;

/** Retries changes that did not succeed. */
const useRetry = (kind: Kind) => {
  const { t } = useTranslation('areas');
  const can = useCan()(kinds[kind].add);
  const start = useTask();
  return (
    what: { record_ids: readonly string[] } | { execution: string },
    { title, has, isOver, onDone }: { title: string; has: boolean; isOver: boolean; onDone: () => void },
  ): Action => ({
    ...{ name: 'retry', title, has },
    can: can && isOver,
    reason: can ? t('changes.goesOn') : t('changes.noPermission'),
    onRun: async () => {
      await start(
        `${kinds[kind].url}execute/`,
        what,
        t(kind === 'push' ? 'pushes.started' : 'changes.started'),
      );
      onDone();
    },
  });
};

/** The outcome for each account of a run, with what can be done about it. */
export function ChangeRecords({ run, kind = 'change' }: { run: PlanRun; kind?: Kind }) {
  const { t } = useTranslation('areas');
  const retry = useRetry(kind);
  const mayView = useCan()(kinds[kind].secret);
  const [viewed, setViewed] = useState<Change>();
  const isOver = !isOngoing(run);
  const hasFailed = ({ status }: Change) => status === 'failed';
  const slots: ListSlots<typeof changesecretrecord> = {
    mode: changeRecordList,
    columns: {
      account: { width: 160, card: 'title' },
      asset: { width: 140, card: 'fact' },
      status: { Cell: PlanRunStatus, width: 140, card: 'state' },
      error: { width: 300, showFull: true },
    },
    refreshAfter: (rows) => followPlanRuns(rows) && DOUBT_MS,
    createActions: (_usual, { rows, refetch }) => [
      retry(
        { execution: run.id },
        { title: t('changes.retryAll'), has: rows.some(hasFailed), isOver, onDone: refetch },
      ),
    ],
    rowActions: (row, _usual, { refetch }) => [
      {
        ...{ name: 'view', title: t('changes.view'), onRun: () => setViewed(row) },
        ...{ can: mayView, reason: t('changes.noPermission') },
      },
      retry(
        { record_ids: [row.id] },
        { title: t('changes.retry'), has: hasFailed(row), isOver, onDone: refetch },
      ),
    ],
    emptyText: t('changes.noRecords'),
  };
  return (
    <>
      <EmbeddedList name={kinds[kind].name} url={`${kinds[kind].url}?execution_id=${run.id}`} slots={slots} />
      {viewed && <ChangedSecrets change={viewed} kind={kind} onClose={() => setViewed(undefined)} />}
    </>
  );
}
