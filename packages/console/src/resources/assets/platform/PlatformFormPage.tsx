import LockOutlined from '@ant-design/icons/LockOutlined';
import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import type { Values, ValuesIn } from '../../../engine/form/FormItem.ts';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../../engine/pages/ResourceFormPage.tsx';
import { startingProtocols } from '../../../engine/protocols/protocolRows.ts';
import { ASK_ABILITIES, refusalOf } from '../../../engine/resource/abilities.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { PageFrame } from '../../../platform/page/PageFrame.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { EmptyState } from '../../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { PLATFORMS_URL } from '../assetTree.ts';
import { type Category, isCategory } from '../categories.ts';
import { AutomationInput, startingAutomation } from './AutomationInput.tsx';
import type { Platform } from './Platform.ts';
import { PlatformProtocols } from './PlatformProtocols.tsx';
import { type Constraints, useConstraints } from './useConstraints.ts';

/** Without ids, because the protocols and automation of a clone are new rows. */
const withoutIds = (values: ValuesIn<typeof platform>): ValuesIn<typeof platform> => {
  const { id: _, ...automation }: Values = values.automation ?? {};
  const { protocols = [] } = values;
  return { ...values, automation, protocols: protocols.map(({ id: _id, ...rest }) => rest) };
};

const slotsOf = (input: {
  category: Category;
  type: string;
  constraints: Constraints;
  /** Help text for switches that the platform's type does not allow. */
  notForType: string;
  nextPath: () => string | undefined;
}): FormSlots<typeof platform> => {
  const { category, type, constraints } = input;
  const allowed = (isAllowed: boolean | undefined) =>
    isAllowed === false ? { disabled: true, helpText: input.notForType } : {};
  const choices = constraints.protocols ?? [];
  const first = startingProtocols(choices.slice(0, 1).map((choice) => ({ ...choice, default: true })));
  const suMethods = constraints.su_methods ?? [];
  return {
    query: { category, type },
    fields: {
      category: { disabled: true },
      type: { disabled: true },
      charset: { hidden: constraints.charset_enabled === false },
      domain_enabled: allowed(constraints.domain_enabled),
      protocols: { component: PlatformProtocols, el: { choices }, wide: true, required: true },
      su_enabled: allowed(constraints.su_enabled),
      su_method: { hidden: ({ su_enabled }) => !su_enabled },
      automation: { component: AutomationInput, el: { constraints }, label: '', wide: true },
    },
    groups: (groups) =>
      groups.map((group) => ({
        ...group,
        items: group.items.map((item) =>
          item.id === 'su_method' && item.meta?.choices
            ? {
                ...item,
                meta: {
                  ...item.meta,
                  choices: item.meta.choices.filter(({ value }) =>
                    suMethods.some((method) => method === value),
                  ),
                },
              }
            : item,
        ),
      })),
    initial: {
      category,
      type,
      charset: constraints.charset ?? 'utf-8',
      domain_enabled: Boolean(constraints.domain_enabled),
      su_enabled: Boolean(constraints.su_enabled),
      su_method: suMethods[0] ?? null,
      protocols: first.map((row) => ({ ...choices[0], ...row, primary: true, public: true })),
      automation: startingAutomation(constraints),
    },
    start: (values, { isClone }) => (isClone ? withoutIds(values) : values),
    nextPath: input.nextPath,
  };
};

/**
 * The platform to update or clone; null if there is none or it could not be loaded, undefined while loading.
 */
const useKnownPlatform = (url: string): Platform | null | undefined => {
  const { id } = useParams();
  const [search] = useSearchParams();
  const source = id ?? search.get('clone_from');
  const http = useHttp();
  const { data, isError } = useQuery({
    queryKey: ['row', url, source],
    queryFn: ({ signal }) =>
      http.row<typeof platform>(PLATFORMS_URL, source ?? '', {
        params: ASK_ABILITIES,
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: source !== null,
  });
  // If the request fails, the form itself reports that.
  return source === null || isError ? null : data;
};

/** Shown for a built-in platform, whose form could not be submitted. */
function BuiltIn({ name, refusal }: Pick<ResourcePageProps, 'name'> & { refusal: string }) {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const kind = { category: search.get('category') ?? undefined, type: search.get('type') ?? undefined };
  const paths = {
    details: routes.path(`${name}Detail`, { id }),
    copy: routes.canOpen(`${name}Create`)
      ? routes.path(`${name}Create`, {}, { ...kind, clone_from: id })
      : undefined,
  };
  return (
    <PageFrame fill>
      <EmptyState
        icon={<LockOutlined aria-hidden />}
        title={refusal}
        text={t('platform.internalText')}
        actions={
          <>
            {paths.copy && (
              <Link to={paths.copy} replace>
                {t('platform.copy')}
              </Link>
            )}
            {paths.details && (
              <Link to={paths.details} replace>
                {t('platform.details')}
              </Link>
            )}
          </>
        }
      />
    </PageFrame>
  );
}

/** Creates or updates a platform; its category and type determine the form. */
export function PlatformFormPage(props: ResourcePageProps) {
  const { id } = useParams();
  const known = useKnownPlatform(props.url);
  const refusal = id !== undefined && known && refusalOf<typeof platform>(known, 'update');
  if (refusal) return <BuiltIn {...props} refusal={refusal} />;
  return known === undefined ? <Waiting /> : <PlatformForm {...props} known={known} />;
}

const Waiting = () => (
  <PageFrame fill>
    <SkeletonRows rows={6} columns={2} />
  </PageFrame>
);

function PlatformForm({ known, ...props }: ResourcePageProps & { known: Platform | null }) {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const [search] = useSearchParams();
  const categoryName = known?.category.value ?? search.get('category') ?? '';
  const category = isCategory(categoryName) ? categoryName : 'host';
  const type = known?.type.value ?? search.get('type') ?? 'linux';
  const constraints = useConstraints(category, type);
  const slots = useMemo(
    () =>
      constraints &&
      slotsOf({
        category,
        type,
        constraints,
        notForType: t('platform.notForType'),
        nextPath: () => routes.path('PlatformList', {}, { activeTab: category }),
      }),
    [category, type, constraints, routes, t],
  );
  if (!slots) return <Waiting />;
  const sub = known ? t('platform.kind', { category: known.category.label, type: known.type.label }) : '';
  return <ResourceFormPage {...props} slots={slots} sub={sub} />;
}
