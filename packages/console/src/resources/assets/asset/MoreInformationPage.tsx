import type { host } from '@gatehouse/contract/resources/assets/host.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { flatItems } from '../../../engine/form/FormItem.ts';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../../engine/pages/ResourceFormPage.tsx';
import { rowUrl } from '../../../engine/resource/url.ts';
import { useMetadata } from '../../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';

const HOSTS_URL = '/api/v1/assets/hosts/';
const NAMES = ['name', 'address', 'gathered_info'] as const;

/** Edits name, address and gathered hardware of a host. */
export function MoreInformationPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const { id = '' } = useParams();
  const routes = useRouteNames();
  const hardware = useMetadata(rowUrl(HOSTS_URL, id)).data?.actions?.PUT?.gathered_info;
  const slots = useMemo<FormSlots<typeof host>>(
    () => ({
      groups: (groups) => [
        {
          key: 'basic',
          title: t('basic'),
          items: flatItems(groups).filter((item) => item.id === 'name' || item.id === 'address'),
        },
        // The standard form of hosts leaves out the gathered hardware, so it is added here.
        {
          key: 'hardware',
          title: t('asset.hardware'),
          items: hardware ? [{ id: 'gathered_info', meta: hardware }] : [],
        },
      ],
      toWire: (body) =>
        Object.fromEntries(NAMES.filter((name) => name in body).map((name) => [name, body[name]])),
      isPartial: true,
      nextPath: () => routes.path('AssetDetail', { id }),
    }),
    [t, id, routes, hardware],
  );
  return <ResourceFormPage {...props} name="Asset" url={HOSTS_URL} slots={slots} />;
}
