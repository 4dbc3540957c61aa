import type { TrialOutcome, TrialResult } from '@gatehouse/contract/policy/trial.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { joined } from '../../../platform/i18n/joined.ts';
import { Segments } from '../../../theme/control/Segments.tsx';
import { Pill } from '../../../theme/tag/Pill.tsx';
import { outcomeKinds } from './outcomeKinds.ts';
import styles from './Past.module.css';
import { TrialEvents } from './TrialEvents.tsx';
import { TrialShares } from './TrialShares.tsx';
import type { TriedKind } from './triedKinds.ts';

type Props = { kind: TriedKind; result: TrialResult; days: number };

const outcomesIn = ({ counts }: Pick<TrialResult, 'counts'>): [TrialOutcome, number][] =>
  Object.entries(counts) as [TrialOutcome, number][];

/** What limits the numbers: events that were not judged, and those that another rule decides. */
function Notes({ kind, result }: { kind: TriedKind; result: TrialResult }) {
  const { t } = useTranslation('rules');
  const { decided_before, others, unknown, unread, unreached, is_cut_off } = result;
  const names = others.map(({ name }) => name).filter(Boolean);
  const lines = [
    is_cut_off && t('past.cutOff'),
    decided_before > 0 && t('past.decidedBefore', { count: decided_before, rules: names.join(', ') }),
    unknown > 0 && t(`past.unknown.${kind}`, { count: unknown }),
    unread > 0 && t('past.unread', { count: unread }),
    unreached.length > 0 && t('past.unreached', { names: joined(unreached) }),
  ].filter((line): line is string => typeof line === 'string');
  return lines.map((line) => (
    <p key={line} className={`md ${styles.note}`}>
      {line}
    </p>
  ));
}

/** What a trial found: the numbers, who and what they are about, and examples. */
export function TrialFindings({ kind, result, days }: Props) {
  const { t } = useTranslation('rules');
  const views = (['users', 'assets', 'commands'] as const).filter((view) => result.totals[view] > 0);
  const [view, setView] = useState<(typeof views)[number] | 'events'>('users');
  const [about, setAbout] = useState<{ view: 'users' | 'assets'; id: string; name: string }>();
  const outcomes = outcomesIn(result);
  const total = formatNumber(result.examined);
  const isNone = outcomes.length === 0;
  return (
    <>
      <p className={styles.headline}>
        {isNone
          ? t(`past.none.${kind}`, { total, count: days })
          : t(`past.some.${kind}`, { total, count: days })}
      </p>
      {!isNone && (
        <div className={styles.pills}>
          {outcomes.map(([outcome, count]) => (
            <Pill key={outcome} kind={outcomeKinds[outcome]}>
              {t(`past.outcomes.${outcome}`, { count })}
            </Pill>
          ))}
        </div>
      )}
      <Notes kind={kind} result={result} />
      {!isNone && (
        <>
          <Segments
            label={t('past.view')}
            value={view}
            choices={[
              ...views.map((value) => ({
                value,
                label: t(`past.views.${value}`, { count: result.totals[value] }),
              })),
              { value: 'events' as const, label: t('past.views.events') },
            ]}
            onPick={(next) => {
              setView(next);
              setAbout(undefined);
            }}
          />
          {view === 'events' ? (
            <TrialEvents kind={kind} events={result.examples} />
          ) : (
            <TrialShares
              kind={kind}
              view={view}
              result={result}
              chosen={about?.id}
              onChoose={(one) => setAbout(view === 'commands' ? undefined : { view, ...one })}
            />
          )}
          {about && view !== 'events' && (
            <>
              <h3 className={styles.sub}>{t('past.examplesOf', { name: about.name })}</h3>
              <TrialEvents
                kind={kind}
                events={result.examples.filter(({ user_id, asset_id }) =>
                  about.view === 'users' ? user_id === about.id : asset_id === about.id,
                )}
              />
            </>
          )}
        </>
      )}
    </>
  );
}
