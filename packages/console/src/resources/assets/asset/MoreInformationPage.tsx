import type { host } from '@gatehouse/contract/resources/assets/host.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../../engine/pages/ResourceFormPage.tsx';
import { useHttp } from '../../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';

const HOSTS_URL = '/api/v1/assets/hosts/';
const NAMES = ['name', 'address', 'gathered_info'] as const;

/** Edits name, address and gathered hardware of a host. */
export function MoreInformationPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const { id = '' } = useParams();
  const http = useHttp();
  const routes = useRouteNames();
  const slots = useMemo<FormSlots<typeof host>>(
    () => ({
      groups: (groups) => {
        const items = groups.flatMap((group) => group.items);
        const find = (name: string) => items.find((item) => item.id === name);
        const [name, address] = [find('name'), find('address')];
        return [
          { key: 'basic', title: t('basic'), items: [name, address].flatMap((item) => item ?? []) },
          {
            key: 'hardware',
            title: t('asset.hardware'),
            items: items.filter((item) => item.id === 'gathered_info'),
          },
        ];
      },
      fields: { gathered_info: { type: 'nested' } },
      toWire: (body) =>
        Object.fromEntries(NAMES.filter((name) => name in body).map((name) => [name, body[name]])),
      submit: (body, _context, { headers }) =>
        http.change<typeof host>(HOSTS_URL, id, body, { disableFlashErrorMsg: true, headers }),
      nextPath: () => routes.path('AssetDetail', { id }),
    }),
    [t, http, id, routes],
  );
  return <ResourceFormPage {...props} name="Asset" url={HOSTS_URL} slots={slots} />;
}
