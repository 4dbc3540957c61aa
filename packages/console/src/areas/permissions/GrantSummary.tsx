import { parseChoice } from '@gatehouse/contract/accounts/accountChoice.ts';
import type { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { useTranslation } from 'react-i18next';
import type { ValuesIn } from '../../engine/form/FormItem.ts';
import { isEndless } from '../../platform/time/endless.ts';
import { formatAbsolute, parseTime } from '../../platform/time/time.ts';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import { Card } from '../../theme/state/Card.tsx';
import styles from './GrantSummary.module.css';

type Values = ValuesIn<typeof assetpermission>;

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const words = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const useWho = (values: Values): string[] => {
  const { t } = useTranslation('resources');
  const parts = [
    { count: countOf(values.users), key: 'permission.users' },
    { count: countOf(values.user_groups), key: 'permission.groups' },
  ];
  return parts.filter(({ count }) => count > 0).map(({ key, count }) => t(key, { count }));
};

const useWhat = (values: Values): string[] => {
  const { t } = useTranslation('resources');
  const parts = [
    { count: countOf(values.assets), key: 'permission.assets' },
    { count: countOf(values.nodes), key: 'permission.nodes' },
  ];
  return parts.filter(({ count }) => count > 0).map(({ key, count }) => t(key, { count }));
};

const useAsWhom = (values: Values): string[] => {
  const { t } = useTranslation('resources');
  const { virtual, names } = parseChoice(words(values.accounts));
  return [
    ...virtual.map((word) => t(`account.virtual.${word.slice(1)}`)),
    ...names.map((name) => (name.startsWith('%') ? t('account.template') : name)),
  ];
};

/** The end of the permission as text; undefined where it has none. */
const endOf = (values: Values): string | undefined => {
  const end = parseTime(typeof values.date_expired === 'string' ? values.date_expired : undefined);
  return !end || isEndless(end) ? undefined : formatAbsolute(end);
};

/** Describes in words what a permission grants while it is edited. */
export function GrantSummary({ values }: { values: Values }) {
  const { t, i18n } = useTranslation('resources');
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  const [who, what, asWhom] = [useWho(values), useWhat(values), useAsWhom(values)];
  const until = endOf(values);
  const actions = words(values.actions);
  const missing = [
    who.length === 0 && t('permission.needWho'),
    what.length === 0 && t('permission.needWhat'),
    actions.length === 0 && t('permission.needAction'),
    values.is_active === false && t('permission.isInactive'),
  ].filter((text): text is string => typeof text === 'string');
  const facts: [string, string][] = [
    [t('permission.who'), who.length > 0 ? list.format(who) : '–'],
    [t('permission.what'), what.length > 0 ? list.format(what) : '–'],
    [t('permission.asWhom'), asWhom.length > 0 ? list.format(asWhom) : '–'],
    [t('permission.until'), until ?? t('permission.withoutEnd')],
  ];
  return (
    <Card title={t('permission.summary')} style={{ alignSelf: 'start', width: '100%' }}>
      <div className="md" aria-live="polite">
        {who.length > 0 && what.length > 0 && (
          <p className={styles.sentence}>
            {t(until ? 'permission.sentence' : 'permission.sentenceEndless', {
              who: list.format(who),
              what: list.format(what),
              accounts: list.format(asWhom),
              until,
            })}
          </p>
        )}
        <dl className={styles.facts}>
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {missing.map((text) => (
          <p key={text} className={styles.missing}>
            <Glyph name="warn" />
            {text}
          </p>
        ))}
        <p className={styles.note}>{t('permission.rulesStillApply')}</p>
      </div>
    </Card>
  );
}
