import type { HostGroup } from '@gatehouse/contract/ops/jobs.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../../engine/select/useDebounced.ts';
import { Failed } from '../../../platform/page/Failed.tsx';
import { SearchBox } from '../../../theme/control/SearchBox.tsx';
import { Segments } from '../../../theme/control/Segments.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { ApprovalBar } from './ApprovalBar.tsx';
import { GroupList } from './GroupList.tsx';
import { HostList } from './HostList.tsx';
import { HostScreen } from './HostScreen.tsx';
import type { Host } from './hosts.ts';
import { LogScreen } from './LogScreen.tsx';
import { PauseBar } from './PauseBar.tsx';
import { RunHead } from './RunHead.tsx';
import styles from './run.module.css';
import { useGroups } from './useGroups.ts';
import type { JobRun } from './useJobRun.ts';

const SEARCH_MS = 400;

/** The machines of a run by what they printed, and what those of one group printed. */
function Groups({ run, sides }: { run: JobRun; sides: ReactNode }) {
  const groups = useGroups(run.id, run.facts);
  const [key, setKey] = useState<string>();
  const [most] = groups.data ?? [];
  const chosen = groups.data?.find((group) => group.key === key) ?? most;
  const [host] = chosen?.hosts ?? [];
  const usual = chosen === most ? undefined : most?.hosts[0];
  return (
    <>
      <div className={styles.side}>
        <div className={styles.sideHead}>{sides}</div>
        <GroupList groups={groups} chosen={chosen?.key} onChoose={(group) => setKey(group.key)} />
      </div>
      {host ? (
        <HostScreen key={host.id} run={run.id} host={host} usual={usual} word="" />
      ) : (
        <LogScreen key={run.id} run={run.id} />
      )}
    </>
  );
}

/** The machines of a run one by one; until one is chosen, what all of them print. */
function Hosts({ run, state, sides }: { run: JobRun; state: HostGroup | undefined; sides: ReactNode }) {
  const { t } = useTranslation('runs');
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), SEARCH_MS);
  const [host, setHost] = useState<Host>();
  return (
    <>
      <div className={styles.side}>
        <div className={styles.sideHead}>
          {sides}
          <SearchBox label={t('search')} value={typed} onChange={setTyped} />
          <button
            type="button"
            className={styles.all}
            aria-pressed={host === undefined}
            onClick={() => setHost(undefined)}
          >
            {t('log')}
          </button>
        </div>
        <HostList
          key={`${state} ${search}`}
          run={run}
          filter={{ state, search }}
          chosen={host}
          onChoose={setHost}
        />
      </div>
      {host ? (
        <HostScreen key={host.id} run={run.id} host={host} word={search} />
      ) : (
        <LogScreen key={run.id} run={run.id} />
      )}
    </>
  );
}

/** A run of a job: how it is doing, on which machines, and what they print. */
export function RunView({ run, actions }: { run: JobRun; actions?: ReactNode }) {
  const { t } = useTranslation('runs');
  const [side, setSide] = useState<'hosts' | 'groups'>('hosts');
  const [state, setState] = useState<HostGroup>();
  const { facts, query } = run;
  if (!facts) return query.error ? <Failed query={query} /> : <SkeletonRows rows={6} columns={2} />;
  if (run.isWaiting)
    return (
      <section className={`${styles.view} ${styles.waits}`} aria-label={t('title')}>
        <ApprovalBar run={run} />
      </section>
    );
  const sides = (
    <Segments
      label={t('list')}
      value={side}
      choices={[
        { value: 'hosts', label: t('assets') },
        { value: 'groups', label: t('groups') },
      ]}
      onPick={setSide}
    />
  );
  return (
    <section className={styles.view} aria-label={t('title')}>
      <RunHead
        id={run.id}
        facts={facts}
        state={side === 'hosts' ? state : undefined}
        onState={(next) => {
          setSide('hosts');
          setState(next);
        }}
        actions={actions}
      />
      {facts.error && (
        <p className={styles.error} role="alert">
          {facts.error}
        </p>
      )}
      <PauseBar run={run} />
      <div className={styles.split}>
        {side === 'groups' ? (
          <Groups run={run} sides={sides} />
        ) : (
          <Hosts run={run} state={state} sides={sides} />
        )}
      </div>
    </section>
  );
}
