import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHttp } from '../../platform/Platform.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { webTerminalUrl } from '../../platform/route/webTerminal.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import { Card } from '../../theme/state/Card.tsx';
import styles from './FirstSteps.module.css';

/** With more assets than this, the installation is in use and the steps are hidden. */
const YOUNG_ESTATE = 5;

const STEPS = [
  { key: 'asset', list: '/api/v1/assets/assets/', route: 'HostCreate' },
  { key: 'account', list: '/api/v1/accounts/accounts/', route: 'AssetAccountList' },
  { key: 'permission', list: '/api/v1/perms/asset-permissions/', route: 'AssetPermissionCreate' },
  { key: 'terminal', list: '/api/v1/terminal/sessions/', route: undefined },
] as const;

type StepKey = (typeof STEPS)[number]['key'];

const NEEDS = [
  'assets.add_asset',
  'accounts.view_account',
  'perms.add_assetpermission',
  'terminal.view_session',
  'rbac.view_webterminal',
];

/** The steps from an empty installation to the first recorded session; hidden once completed. */
export function FirstSteps({ assets }: { assets: number | undefined }) {
  const { t } = useTranslation('areas');
  const can = useCan();
  const isYoung = assets !== undefined && assets <= YOUNG_ESTATE && NEEDS.every((need) => can(need));
  const done = useDone(isYoung);
  if (!done || STEPS.every((step) => done.has(step.key))) return null;
  const next = STEPS.find((step) => !done.has(step.key))?.key;
  return (
    <Card title={t('firstSteps.title')} flush>
      <ol className={styles.steps}>
        {STEPS.map((step, index) => (
          <li key={step.key} aria-current={step.key === next ? 'step' : undefined}>
            <span className={`${styles.number} num`} data-done={done.has(step.key)}>
              {done.has(step.key) ? <Glyph name="done" size={12} /> : index + 1}
            </span>
            <span className="grow">
              <StepLink step={step.key} route={step.route} />
              <span className="sm t3">
                {t(done.has(step.key) ? 'firstSteps.done' : `firstSteps.${step.key}Hint`)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function StepLink({ step, route }: { step: StepKey; route: string | undefined }) {
  const { t } = useTranslation('areas');
  const names = useRouteNames();
  const { currentOrg } = useSession();
  const text = t(`firstSteps.${step}`);
  const path = route && names.path(route);
  if (path) return <Link to={path}>{text}</Link>;
  return (
    <a href={webTerminalUrl(currentOrg?.id, Date.now())} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}

/** Completed steps; undefined until they are known. */
const useDone = (isAsked: boolean): ReadonlySet<StepKey> | undefined => {
  const http = useHttp();
  const query = useQuery({
    queryKey: ['firstSteps'],
    enabled: isAsked,
    queryFn: async ({ signal }) => {
      const ask = { params: { limit: 1, offset: 0 }, disableFlashErrorMsg: true, signal };
      const counts = await Promise.all(STEPS.map((step) => http.page(step.list, ask)));
      return STEPS.filter((_, index) => counts[index]?.count).map((step) => step.key);
    },
  });
  return isAsked && query.data ? new Set(query.data) : undefined;
};
