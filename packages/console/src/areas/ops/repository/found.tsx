import type { playbookActions } from '@gatehouse/contract/actions/ops.ts';
import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import { useTranslation } from 'react-i18next';
import { Mono } from '../../../theme/text/Mono.tsx';
import styles from './repository.module.css';

/** What a repository has now. */
export type Found = AnswerOf<(typeof playbookActions)['shapes']['compare']>;

/** The fingerprint of a host to confirm, beside the one that was confirmed before. */
export function Fingerprints({ recorded, shown }: { recorded: string; shown: string }) {
  const { t } = useTranslation('ops');
  const isChanged = recorded !== '';
  return (
    <>
      <p className={isChanged ? styles.bad : undefined} role={isChanged ? 'alert' : undefined}>
        {t(isChanged ? 'repository.changedKey' : 'repository.newKey')}
      </p>
      <dl className={styles.facts}>
        {isChanged && (
          <>
            <dt>{t('repository.recorded')}</dt>
            <dd>
              <Mono>{recorded}</Mono>
            </dd>
          </>
        )}
        <dt>{t('repository.shown')}</dt>
        <dd>
          <Mono>{shown}</Mono>
        </dd>
      </dl>
    </>
  );
}

/** The commit that the playbook has, the one that it would get, and the files between them. */
export function Comparison({ found }: { found: Found }) {
  const { t } = useTranslation('ops');
  const { from, to, changes, changes_amount: amount } = found;
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('repository.from')}</dt>
        <dd>{from ? <Mono>{from}</Mono> : <span className="t3">{t('repository.nothing')}</span>}</dd>
        <dt>{t('repository.to')}</dt>
        <dd>
          <Mono>{to}</Mono>
        </dd>
      </dl>
      {amount === 0 ? (
        <p>{t(from === to ? 'repository.upToDate' : 'repository.sameFiles')}</p>
      ) : (
        <section aria-label={t('repository.changes')}>
          <p>{t('repository.changed', { count: amount })}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and no row of it takes the focus */}
          <ul className={styles.changes} tabIndex={0}>
            {changes.map(({ path, change }) => (
              <li key={path}>
                <span className={styles[change]}>{t(`repository.change.${change}`)}</span>
                <Mono>{path}</Mono>
              </li>
            ))}
          </ul>
          {amount > changes.length && (
            <p className="t3">{t('repository.more', { count: amount - changes.length })}</p>
          )}
        </section>
      )}
    </>
  );
}
