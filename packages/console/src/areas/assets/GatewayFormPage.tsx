import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { AssetFormPage } from './AssetFormPage.tsx';
import type { AssetForm } from './assetFormSlots.tsx';

const PLATFORM = 'Gateway';

/**
 * Creates or updates a gateway asset: a host with a fixed platform, and a fixed zone if the page's address
 * names one.
 */
export function GatewayFormPage(props: ResourcePageProps) {
  const [search] = useSearchParams();
  const routes = useRouteNames();
  const domain = search.get('domain') ?? undefined;
  const shape = useCallback(
    (slots: AssetForm): AssetForm => ({
      ...slots,
      fields: { ...slots.fields, platform: { disabled: true }, domain: { disabled: domain !== undefined } },
      initial: { ...slots.initial, ...(domain && { domain }) },
      nextPath: () =>
        domain
          ? routes.path('DomainDetail', { id: domain }, { activeTab: 'GatewayList' })
          : routes.path('DomainList'),
    }),
    [domain, routes],
  );
  return <AssetFormPage {...props} fixedPlatform={PLATFORM} shape={shape} />;
}
