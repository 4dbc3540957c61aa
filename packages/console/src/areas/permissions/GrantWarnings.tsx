import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../engine/cells/RouteLink.tsx';
import { formatNumber } from '../../platform/i18n/formatNumber.ts';
import { joined } from '../../platform/i18n/joined.ts';
import { Glyph, type GlyphName } from '../../theme/icon/Glyph.tsx';
import styles from './GrantSummary.module.css';
import { type Chosen, useWarnings } from './useReach.ts';

type Warnings = AnswerOf<Calls['POST /api/v1/perms/asset-permissions/warnings/']>;
type Missing = Warnings['missing'][number];
type Tone = 'warn' | 'done' | 'off';
type Line = { key: string; tone: Tone; text: ReactNode };

const glyphs: Record<Tone, GlyphName> = { warn: 'warn', done: 'done', off: 'off' };

/** Sentences about privileged accounts; all accounts and typed ones include them without a look at the assets. */
const usePrivileged = (accounts: readonly string[], warnings: Warnings | undefined): Line[] => {
  const { t } = useTranslation('resources');
  const warn = (key: string, values = {}): Line => ({
    key,
    tone: 'warn',
    text: t(`permission.warn.${key}`, values),
  });
  if (accounts.includes('@ALL')) return [warn('all')];
  const typed = accounts.includes('@INPUT') ? [warn('typed')] : [];
  if (!warnings) return typed;
  const { privileged, is_judged } = warnings;
  if (!is_judged) return [...typed, { ...warn('unjudged'), tone: 'off' }];
  if (privileged.length > 0)
    return [warn('privileged', { count: privileged.length, accounts: joined(privileged) }), ...typed];
  return typed.length > 0 ? typed : [{ ...warn('noPrivileged'), tone: 'done' }];
};

const useMissing = (): ((missing: Missing) => Line) => {
  const { t } = useTranslation('resources');
  return ({ username, asset_count, assets }) => {
    const kind = asset_count === 1 ? 'one' : asset_count > assets.length ? 'many' : 'some';
    return {
      key: `missing:${username}`,
      tone: 'warn',
      text: t(`permission.warn.missing.${kind}`, {
        username,
        assets: formatNumber(asset_count),
        names: joined(assets),
      }),
    };
  };
};

function WiderText({ wider }: { wider: Warnings['wider'] }) {
  const { t } = useTranslation('resources');
  const { user, user_count, permissions, permission_count } = wider;
  const users = formatNumber(user_count);
  const more = permission_count - permissions.length;
  return (
    <>
      {t(`permission.warn.wider.${user ? 'user' : 'users'}`, { user, users })}
      <ul className={styles.permissions}>
        {permissions.map(({ id, name }) => (
          <li key={id}>
            <RouteLink name="AssetPermissionDetail" params={{ id }}>
              {name}
            </RouteLink>
          </li>
        ))}
        {more > 0 && <li>{t('permission.warn.wider.more', { count: more })}</li>}
      </ul>
    </>
  );
}

/** What is worth knowing before the permission is saved, a sentence for each case. */
export function GrantWarnings(props: {
  chosen: Chosen;
  accounts: readonly string[];
  /** The permission, if it is stored already. */
  id: string | undefined;
  isEndless: boolean;
  isComplete: boolean;
}) {
  const { chosen, accounts, id, isEndless, isComplete } = props;
  const { t } = useTranslation('resources');
  const { warnings, isStale } = useWarnings({ ...chosen, accounts, id }, isComplete);
  const privileged = usePrivileged(accounts, warnings);
  const missing = useMissing();
  if (!isComplete) return null;
  const { root, wider } = warnings ?? {};
  const lines: Line[] = [
    ...(warnings?.missing.map(missing) ?? []),
    ...privileged,
    ...(root
      ? [{ key: 'root', tone: 'warn' as const, text: t('permission.warn.root', { node: root }) }]
      : []),
    ...(isEndless ? [{ key: 'endless', tone: 'warn' as const, text: t('permission.warn.endless') }] : []),
    ...(wider?.permissions.length
      ? [{ key: 'wider', tone: 'off' as const, text: <WiderText wider={wider} /> }]
      : []),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className={styles.warnings} data-stale={isStale || undefined} aria-label={t('permission.warn.title')}>
      {lines.map(({ key, tone, text }) => (
        <li key={key} data-tone={tone}>
          <Glyph name={glyphs[tone]} />
          <div>{text}</div>
        </li>
      ))}
    </ul>
  );
}
