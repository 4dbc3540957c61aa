import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useWords } from '../../engine/i18n/useWords.ts';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import { withQuery } from '../../engine/resource/url.ts';
import { useMetadata, usePlatform } from '../../platform/Platform.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useOnlyNode } from '../../resources/assets/asset/useOnlyNode.ts';
import { type PlatformRow, usePlatformRow } from '../../resources/assets/asset/usePlatformRow.ts';
import { useStartingPlatform } from '../../resources/assets/asset/useStartingPlatform.ts';
import { AssetIcon } from '../../theme/icon/AssetIcon.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { type AssetForm, assetFormSlots } from './assetFormSlots.tsx';

type Props = ResourcePageProps & {
  /** Id or name of the platform, if the user cannot choose it in this form. */
  fixedPlatform?: string;
  shape?: (slots: AssetForm) => AssetForm;
};

function Shaped({ platform, shape, isNew, ...props }: Props & { platform: PlatformRow; isNew: boolean }) {
  const { t } = useTranslation('resources');
  const engine = useWords();
  const { encrypt } = usePlatform();
  const routes = useRouteNames();
  const [search, setSearch] = useSearchParams();
  const { data } = useMetadata(withQuery(props.url, { platform: platform.id }));
  const opened = search.get('node') ?? undefined;
  const only = useOnlyNode({ isWanted: isNew && opened === undefined });
  const node = opened ?? only;
  const metas = data?.actions?.POST;
  const slots = useMemo(() => {
    const made = assetFormSlots({
      platform,
      node,
      t: (key, values) => t(key, values ?? {}),
      engine,
      encrypt,
      metas,
      onPlatform: (id) => {
        const next = new URLSearchParams(window.location.search);
        next.set('platform', id);
        setSearch(next, { replace: true });
      },
    });
    const list = {
      ...made,
      detailName: 'AssetDetail',
      // Sorted by latest change, as after every form, so that the saved asset heads the list.
      nextPath: () =>
        routes.path('AssetList', {}, { activeTab: platform.category.value, order: '-date_updated' }),
    };
    return shape ? shape(list) : list;
  }, [platform, node, t, engine, encrypt, metas, setSearch, routes, shape]);
  return (
    <ResourceFormPage
      {...props}
      slots={slots}
      sub={
        <span className="row" style={{ gap: 6 }}>
          <AssetIcon type={platform.type.value} category={platform.category.value} />
          {t('asset.onPlatform', { name: platform.name })}
        </span>
      }
    />
  );
}

/** Creates or updates an asset of one category; the form depends on its platform. */
export function AssetFormPage(props: Props) {
  const { id } = useParams();
  const [search] = useSearchParams();
  const starting = useStartingPlatform(props.url);
  const { platform } = usePlatformRow(props.fixedPlatform ?? starting);
  if (!platform) {
    return (
      <PageFrame fill>
        <SkeletonRows rows={6} columns={2} />
      </PageFrame>
    );
  }
  const isNew = id === undefined && !search.has('clone_from');
  return <Shaped key={id ?? 'new'} {...props} platform={platform} isNew={isNew} />;
}
