import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { joined } from '../../../platform/i18n/joined.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan } from '../../../platform/session/useSession.ts';
import { Glyph } from '../../../theme/icon/Glyph.tsx';
import { Card } from '../../../theme/state/Card.tsx';
import status from '../../../theme/tag/status.module.css';
import styles from './Decisions.module.css';
import { DecisionsChart } from './DecisionsChart.tsx';
import { type DecidedRule, decidedKinds, listOfVerdict, verdictKinds } from './decidedKinds.ts';

type Decisions = AnswerOf<Calls['GET /api/v1/acls/command-filter-acls/:id/decisions/']>;

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** How often a rule gave a verdict, linked to the list of what it was about. */
function Verdict({ rule, verdict, counts }: Decisions['verdicts'][number] & { rule: DecidedRule }) {
  const { t } = useTranslation('rules');
  const routes = useRouteNames();
  const list = listOfVerdict(rule, verdict);
  const path = list && routes.canOpen(list.name) ? routes.path(list.name, {}, list.query) : undefined;
  const text = t(`decided.verdicts.${verdict}`);
  return (
    <li>
      <span className={styles.verdict}>
        <span className={status[verdictKinds[verdict]]}>
          <Glyph name={verdictKinds[verdict]} />
        </span>
        {path ? <Link to={path}>{text}</Link> : text}
      </span>
      <span className="num">{formatNumber(sum(counts))}</span>
    </li>
  );
}

/** A card with what a rule decided in the last days: a bar for each day, and the numbers by verdict. */
export function DecisionsCard({ rule }: { rule: DecidedRule }) {
  const { t } = useTranslation('rules');
  const http = useHttp();
  const can = useCan();
  const { kind, id } = rule;
  const { call, needs } = decidedKinds[kind];
  const isAllowed = needs.every((need) => can(need));
  const { data, isError } = useQuery({
    queryKey: ['ruleDecisions', kind, id],
    queryFn: ({ signal }) => http.call(call, { params: { id }, signal, disableFlashErrorMsg: true }),
    enabled: isAllowed,
  });
  if (!isAllowed || isError) return null;
  return (
    <Card title={t('decided.title')} style={{ alignSelf: 'start', width: '100%' }}>
      {data && data.verdicts.length > 0 && (
        <>
          <DecisionsChart {...data} />
          <ul className={styles.verdicts}>
            {data.verdicts.map((one) => (
              <Verdict key={one.verdict} rule={rule} {...one} />
            ))}
          </ul>
        </>
      )}
      {data?.verdicts.length === 0 && <p className="md t3">{t('decided.none')}</p>}
      <p className={styles.note}>{t(`decided.counted.${kind}`)}</p>
      {data?.not_counted && (
        <p className={styles.note}>{t('decided.notCounted', { names: joined(data.not_counted) })}</p>
      )}
    </Card>
  );
}
