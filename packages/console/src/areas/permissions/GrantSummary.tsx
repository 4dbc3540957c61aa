import { parseChoice } from '@gatehouse/contract/accounts/accountChoice.ts';
import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import type { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ValuesIn } from '../../engine/form/FormItem.ts';
import { isEndless } from '../../platform/time/endless.ts';
import { formatAbsolute, parseTime } from '../../platform/time/time.ts';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import { Card } from '../../theme/state/Card.tsx';
import styles from './GrantSummary.module.css';
import { GrantWarnings } from './GrantWarnings.tsx';
import { useReach } from './useReach.ts';

type Values = ValuesIn<typeof assetpermission>;
type Reach = AnswerOf<Calls['POST /api/v1/perms/asset-permissions/reach/']>;

const words = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The accounts other than all of them, in words: usernames, templates, and virtual accounts. */
const useAccounts = (values: Values): string[] => {
  const { t } = useTranslation('resources');
  const { virtual, names } = parseChoice(words(values.accounts));
  const isTemplate = (name: string) => name.startsWith('%');
  return [
    ...names.filter((name) => !isTemplate(name)),
    ...(names.some(isTemplate) ? [t('permission.as.template')] : []),
    ...virtual.filter((word) => word !== '@ALL').map((word) => t(`permission.as.${word.slice(1)}`)),
  ];
};

/** The end of the permission as text; undefined where it has none. */
const endOf = (values: Values): string | undefined => {
  const end = parseTime(typeof values.date_expired === 'string' ? values.date_expired : undefined);
  return !end || isEndless(end) ? undefined : formatAbsolute(end);
};

const whoOf = ({ user, group }: Reach) => (user ? 'user' : group ? 'group' : 'users');
const whatOf = ({ asset, node }: Reach) => (asset ? 'asset' : node ? 'node' : 'assets');

/** Who can connect to what, as whom and until when; each case is a sentence of its own. */
function Sentence({ values, reach }: { values: Values; reach: Reach }) {
  const { t, i18n } = useTranslation('resources');
  const list = new Intl.ListFormat(i18n.language, { type: 'disjunction' });
  const accounts = useAccounts(values);
  const isAny = words(values.accounts).includes('@ALL');
  const until = endOf(values);
  if (!isAny && accounts.length === 0) return null;
  const { user, group, asset, node, user_count: users, asset_count: assets } = reach;
  const sentence = [whoOf(reach), whatOf(reach), isAny ? 'any' : 'listed', until ? 'until' : 'endless'];
  return (
    <p className={styles.sentence}>
      {t(`permission.sentence.${sentence.join('.')}`, {
        user,
        group,
        asset,
        node,
        users: t('permission.users', { count: users }),
        assets: t('permission.assets', { count: assets }),
        accounts: list.format(accounts),
        until,
      })}
    </p>
  );
}

const isNone = (value: unknown): boolean => words(value).length === 0;

/** Describes in words what a permission grants while it is edited. */
export function GrantSummary({ values }: { values: Values }) {
  const { t } = useTranslation('resources');
  const { users, user_groups, assets, nodes } = values;
  const lacksWho = isNone(users) && isNone(user_groups);
  const lacksWhat = isNone(assets) && isNone(nodes);
  const isComplete = !lacksWho && !lacksWhat;
  const { reach, isStale } = useReach({ users, user_groups, assets, nodes }, isComplete);
  const accounts = words(values.accounts);
  const { virtual, names } = parseChoice(accounts);
  const lacksWhom = virtual.length + names.length === 0;
  const { id } = useParams();
  const missing = [
    lacksWho && t('permission.needWho'),
    lacksWhat && t('permission.needWhat'),
    lacksWhom && t('account.needOne'),
    isNone(values.actions) && t('permission.needAction'),
    values.is_active === false && t('permission.isInactive'),
  ].filter((text): text is string => typeof text === 'string');
  return (
    <Card title={t('permission.summary')} style={{ alignSelf: 'start', width: '100%' }}>
      <div className="md" aria-live="polite">
        {isComplete && reach && (
          <div className={isStale ? styles.stale : undefined} aria-busy={isStale}>
            <Sentence values={values} reach={reach} />
          </div>
        )}
        {missing.map((text) => (
          <p key={text} className={styles.missing}>
            <Glyph name="warn" />
            {text}
          </p>
        ))}
        <GrantWarnings
          chosen={{ users, user_groups, assets, nodes }}
          accounts={accounts}
          id={id}
          isEndless={endOf(values) === undefined}
          isComplete={isComplete && !lacksWhom}
        />
        <p className={styles.note}>{t('permission.rulesStillApply')}</p>
      </div>
    </Card>
  );
}
