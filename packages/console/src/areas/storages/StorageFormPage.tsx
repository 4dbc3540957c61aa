import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import type { Row } from '../../engine/resource/row.ts';
import { rowUrl, withQuery } from '../../engine/resource/url.ts';
import { useHttp, useMetadata, usePlatform } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { storageFormSlots } from './storageFormSlots.ts';
import { type StorageKind, storageKinds } from './storageKinds.ts';

type Props = ResourcePageProps & { kind: StorageKind };

const typeOf = (row: Row | undefined): string | undefined => {
  const type = row?.type;
  return typeof type === 'object' && type !== null && 'value' in type ? String(type.value) : undefined;
};

/** The type of the storage: of the one that is changed, or the one chosen for a new one. */
const useType = ({ kind, url }: Props) => {
  const http = useHttp();
  const { id } = useParams();
  const [search] = useSearchParams();
  const chosen = search.get('type') ?? undefined;
  const loaded = useQuery({
    queryKey: ['row', url, id, 'type'],
    queryFn: ({ signal }) => http.get<Row>(rowUrl(url, id ?? ''), { signal, disableFlashErrorMsg: true }),
    enabled: id !== undefined && chosen === undefined,
  });
  if (id === undefined) return { type: chosen ?? storageKinds[kind].firstType, failed: undefined };
  return { type: chosen ?? typeOf(loaded.data), failed: loaded.error ? loaded : undefined };
};

function Shaped(props: Props & { type: string }) {
  const { kind, type, url } = props;
  const { id } = useParams();
  const { encrypt } = usePlatform();
  const routes = useRouteNames();
  const { data } = useMetadata(withQuery(url, { type }));
  const metas = data?.actions?.POST;
  const slots = useMemo(
    () =>
      storageFormSlots({
        type,
        isNew: id === undefined,
        metas,
        encrypt,
        backTo: routes.path('Storage', {}, { activeTab: kind }),
      }),
    [type, id, metas, encrypt, routes, kind],
  );
  return <ResourceFormPage {...props} slots={slots} />;
}

/** Creates or changes a storage; its form depends on its type. */
export function StorageFormPage(props: Props) {
  const { type, failed } = useType(props);
  if (type !== undefined) return <Shaped key={type} {...props} type={type} />;
  return (
    <PageFrame fill>{failed ? <Failed query={failed} /> : <SkeletonRows rows={6} columns={2} />}</PageFrame>
  );
}

/** Creates or changes a recording storage. */
export const ReplayStorageFormPage = (props: ResourcePageProps) => (
  <StorageFormPage {...props} kind="ReplayStorage" />
);

/** Creates or changes a command storage. */
export const CommandStorageFormPage = (props: ResourcePageProps) => (
  <StorageFormPage {...props} kind="CommandStorage" />
);
