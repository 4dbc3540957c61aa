import { Trans, useTranslation } from 'react-i18next';
import { RouteLink } from '../../engine/cells/RouteLink.tsx';
import { joined } from '../../platform/i18n/joined.ts';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import { Pill } from '../../theme/tag/Pill.tsx';
import status from '../../theme/tag/status.module.css';
import { Mono } from '../../theme/text/Mono.tsx';
import styles from './explain.module.css';
import { type Explanation, ruleRoutes, type Step, stepLooks } from './explanation.ts';
import { Grants } from './GrantPath.tsx';
import { hasFacts, SignInFacts } from './SignInFacts.tsx';
import { StepSettings } from './StepSettings.tsx';

/** The rule that decides, as a link to its page. */
function Rule({ step }: { step: Step }) {
  const { t } = useTranslation('explain');
  const { rule, outcome, reason } = step;
  if (!rule) return null;
  return (
    <p>
      <Trans
        t={t}
        i18nKey={`rule.${reason ?? outcome}`}
        values={{ name: rule.name, priority: rule.priority, reviewers: joined(step.reviewers) }}
        components={{
          rule: (
            <RouteLink name={ruleRoutes[step.step] ?? ''} params={{ id: rule.id }}>
              {rule.name}
            </RouteLink>
          ),
        }}
      />
    </p>
  );
}

/** The rules that do not decide, each with the reason. */
function PassedOver({ step }: { step: Step }) {
  const { t } = useTranslation('explain');
  const { passed_over: rules, passed_over_count: count } = step;
  if (count === 0) return null;
  return (
    <details className={styles.passed}>
      <summary>{t('passed.title', { count })}</summary>
      <ul>
        {rules.map((rule) => (
          <li key={rule.id}>
            <RouteLink name={ruleRoutes[step.step] ?? ''} params={{ id: rule.id }}>
              {rule.name}
            </RouteLink>
            <span className="t3">{t(`passed.reason.${rule.reason}`)}</span>
          </li>
        ))}
        {rules.length < count && <li className="t3">{t('more', { count: count - rules.length })}</li>}
      </ul>
    </details>
  );
}

/** What the line comes to, or which filters would judge one. */
function Commands({ of }: { of: Explanation }) {
  const { t } = useTranslation('explain');
  const { command, filters, filters_count: count } = of;
  if (!command)
    return (
      <p>
        {count === 0
          ? t('command.none')
          : t('command.inForce', { count, filters: joined(filters.map(({ name }) => name)) })}
      </p>
    );
  return (
    <>
      <p className={styles.line}>
        <Mono>{command.line}</Mono>
      </p>
      {command.group && <p>{t('command.matched', { matched: command.matched, group: command.group })}</p>}
      {!command.group && <p>{t('command.unmatched')}</p>}
      {command.is_unparsed && <p className="t2">{t('command.unparsed')}</p>}
    </>
  );
}

function Facts({ step, of }: { step: Step; of: Explanation }) {
  const { t } = useTranslation('explain');
  if (step.step === 'permission')
    return (
      <>
        {step.reason && <p>{t(`reason.${step.reason}`)}</p>}
        <Grants of={of} />
      </>
    );
  const count = of.sign_in.minutes ?? 0;
  const isTold = step.reason === 'too_many';
  const says = step.reason && !step.rule && !isTold ? t(`reason.${step.reason}`, { count }) : undefined;
  const isSilent = !step.rule && !says && step.step !== 'command' && !hasFacts(step);
  return (
    <>
      {says && <p>{says}</p>}
      {isSilent && <p className="t2">{t(`silent.${step.step}`)}</p>}
      <SignInFacts step={step} of={of} />
      {step.step === 'command' && <Commands of={of} />}
      <Rule step={step} />
      <PassedOver step={step} />
      <StepSettings names={step.settings} />
    </>
  );
}

/** One step on the way from the user to the asset. */
export function StepStage({ step, of, isIdle }: { step: Step; of: Explanation; isIdle: boolean }) {
  const { t } = useTranslation('explain');
  const look = isIdle ? ({ kind: 'off', glyph: 'off' } as const) : stepLooks[step.outcome];
  return (
    <li className={styles.stage} data-idle={isIdle || undefined}>
      <span className={`${styles.mark} ${status[look.kind]}`}>
        <Glyph name={look.glyph} />
      </span>
      <div className={styles.step}>
        <div className={styles.head}>
          <h2>{t(`step.${step.step}`)}</h2>
          <Pill kind={look.kind} glyph={look.glyph}>
            {isIdle ? t('notReached') : t(`outcome.${step.outcome}`)}
          </Pill>
        </div>
        <Facts step={step} of={of} />
      </div>
    </li>
  );
}
