import type { DayPeriod } from '@gatehouse/contract/acls/timePeriod.ts';
import { useTranslation } from 'react-i18next';
import { timesText } from '../../engine/fields/timePeriod/timesText.ts';
import { useWords } from '../../engine/i18n/useWords.ts';
import { joined } from '../../platform/i18n/joined.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import { Card } from '../../theme/state/Card.tsx';
import { type HitKind, hitUrls } from './hits.ts';
import styles from './Rules.module.css';
import { type Hits, useHits, useNames } from './useHits.ts';
import { useMethods } from './useMethods.ts';

/** Kinds of rules. */
export type RuleKind = 'commandfilteracl' | 'loginacl' | 'loginassetacl' | 'connectmethodacl';

/** The values of a rule, as a form edits them or a row carries them. */
export type RuleValues = {
  users?: unknown;
  assets?: unknown;
  accounts?: unknown;
  command_groups?: unknown;
  connect_methods?: unknown;
  rules?: unknown;
  action?: unknown;
  reviewers?: unknown;
  is_active?: unknown;
};

/** Actions that ask or tell reviewers. */
export const withReviewers: readonly string[] = ['review', 'notice', 'warning'];

/** The action of a rule, which a row carries with its label. */
export const actionOf = (action: unknown): string =>
  String(action && typeof action === 'object' && 'value' in action ? action.value : (action ?? ''));

const usePhrases = () => {
  const { t, i18n } = useTranslation('rules');
  const listed = (found: { names: string[]; more: number }, type: 'conjunction' | 'disjunction') => {
    const more = found.more > 0 ? [t('more', { count: found.more })] : [];
    return new Intl.ListFormat(i18n.language, { type }).format([...found.names, ...more]);
  };
  return {
    listed,
    groups: ({ names, more }: { names: string[]; more: number }): string => {
      const quoted = names.map((name) => t('quoted', { name }));
      const count = names.length + more;
      return t('groups', { count, names: listed({ names: quoted, more }, 'disjunction') });
    },
    hit: (kind: HitKind, { isAll, count, name }: Hits): string => {
      if (isAll) return t(`hits.${kind}.any`);
      if (name) return name;
      return count === undefined ? t(`hits.${kind}.chosen`) : t(`hits.${kind}.of`, { count });
    },
    accounts: (value: unknown): string => {
      const words = (Array.isArray(value) ? value.map(String) : []).filter((word) => word !== '@SPEC');
      if (words.length === 0 || words.some((word) => word === '@ALL' || word === '*')) return t('anyAccount');
      return listed({ names: words.slice(0, 3), more: Math.max(0, words.length - 3) }, 'disjunction');
    },
  };
};

function Warning({ text }: { text: string }) {
  return (
    <p className={styles.warning}>
      <Glyph name="warn" />
      {text}
    </p>
  );
}

const wordsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** From where and when a rule applies, where that is limited. */
function Conditions({ rules }: { rules: unknown }) {
  const { t } = useTranslation('rules');
  const words = useWords();
  const { language } = usePlatform();
  const { ip_group, time_period } = (rules ?? {}) as { ip_group?: unknown; time_period?: DayPeriod[] };
  const from = wordsIn(ip_group);
  const at = timesText(time_period ?? [], language, words);
  const lines = [
    from.length > 0 && !from.includes('*') && t('when.from', { from: joined(from) }),
    at !== undefined && t('when.at', { at }),
  ].filter((line): line is string => typeof line === 'string');
  return lines.map((line) => (
    <p key={line} className={styles.sentence}>
      {line}
    </p>
  ));
}

/** What a rule concerns besides users: assets, groups of commands, ways to connect. */
const concerns = {
  commandfilteracl: { assets: true, groups: true, methods: false },
  loginacl: { assets: false, groups: false, methods: false },
  loginassetacl: { assets: true, groups: false, methods: false },
  connectmethodacl: { assets: false, groups: false, methods: true },
} as const satisfies Record<RuleKind, object>;

/** What a rule does, in a sentence for each case, and what keeps it from doing anything. */
function RuleSentence({ kind, values }: { kind: RuleKind; values: RuleValues }) {
  const { t } = useTranslation('rules');
  const { hit, accounts, groups: inGroups, listed } = usePhrases();
  const has = concerns[kind];
  const users = useHits('users', values.users);
  const assets = useHits('assets', has.assets ? values.assets : { type: 'all' });
  const groups = useNames('/api/v1/acls/command-groups/', values.command_groups);
  const reviewers = useNames(hitUrls.users, values.reviewers);
  const labels = useMethods(has.methods);
  const methods = wordsIn(values.connect_methods).map((method) => labels?.get(method) ?? method);
  const action = actionOf(values.action);
  const asks = withReviewers.includes(action);
  if (!users || !assets || !groups || !reviewers || !labels || !action) return null;
  const missing = [
    users.count === 0 && t('none.users'),
    assets.count === 0 && t('none.assets'),
    has.groups && groups.names.length === 0 && t('none.groups'),
    has.methods && methods.length === 0 && t('none.methods'),
    asks && reviewers.names.length === 0 && t('none.reviewers'),
  ].filter((text): text is string => typeof text === 'string');
  const sentence = t(`sentence.${kind}.${action}`, {
    users: hit('users', users),
    assets: hit('assets', assets),
    accounts: accounts(values.accounts),
    groups: inGroups(groups),
    methods: joined(methods),
    reviewers: listed(reviewers, action === 'review' ? 'disjunction' : 'conjunction'),
  });
  return (
    <>
      {missing.length === 0 && <p className={styles.sentence}>{sentence}</p>}
      {missing.length === 0 && <Conditions rules={values.rules} />}
      {missing.map((text) => (
        <Warning key={text} text={text} />
      ))}
      {values.is_active === false && <Warning text={t('inactive')} />}
    </>
  );
}

/** A card that says what a rule does, beside its form and on its page. */
export function RuleSummary({ kind, values }: { kind: RuleKind; values: RuleValues }) {
  const { t } = useTranslation('rules');
  return (
    <Card title={t('summary')} style={{ alignSelf: 'start', width: '100%' }}>
      <div className="md" aria-live="polite">
        <RuleSentence kind={kind} values={values} />
        <p className={styles.note}>{t('order')}</p>
      </div>
    </Card>
  );
}
