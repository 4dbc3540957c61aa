import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import DisconnectOutlined from '@ant-design/icons/DisconnectOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { errorText } from '../../platform/http/errorText.ts';
import { HttpError } from '../../platform/http/HttpError.ts';
import { Failed } from '../../platform/page/Failed.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { PageTabs } from '../../platform/page/PageTabs.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteMeta } from '../../platform/route/useRouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useTag } from '../../platform/route/useTag.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { ActivityTab } from '../detail/ActivityTab.tsx';
import { BasicTab } from '../detail/BasicTab.tsx';
import { DetailActions } from '../detail/DetailActions.tsx';
import type { DetailSlots, DetailTab } from '../detail/DetailSlots.ts';
import { type DetailController, type DetailState, useResourceDetail } from '../detail/useResourceDetail.ts';
import { useTabCounts } from '../detail/useTabCounts.ts';

const ACTIVITY_NEED = 'audits.view_activitylog';
const NO_SLOTS: DetailSlots = {};

function Lost({ state, list }: { state: DetailState; list: string | undefined }) {
  const { t } = useTranslation('engine');
  const { t: common } = useTranslation('common');
  const navigate = useNavigate();
  const { title: kind, titles } = state.resource;
  const isGone = state.error instanceof HttpError && state.error.status === 404;
  return (
    <EmptyState
      icon={<DisconnectOutlined aria-hidden />}
      title={isGone ? t(kind ? 'detail.lostKind' : 'detail.lost', { kind }) : errorText(state.error, common)}
      actions={
        isGone ? (
          list && (
            <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={() => void navigate(list)}>
              {t(titles ? 'detail.backTo' : 'detail.backToList', { titles })}
            </Button>
          )
        ) : (
          <Button icon={<ReloadOutlined aria-hidden />} onClick={() => void state.refetch()}>
            {t('list.tryAgain')}
          </Button>
        )
      }
    />
  );
}

const useTabs = (detail: DetailController, slots: DetailSlots, base: string): DetailTab[] => {
  const { t } = useTranslation('engine');
  const can = useCan();
  return [
    {
      key: slots.first?.key ?? `${base}Detail`,
      label: slots.first?.label ?? t('detail.details'),
      render: slots.first?.render ?? (() => <BasicTab detail={detail} slots={slots} />),
    },
    ...(slots.tabs?.(detail) ?? []),
    {
      key: 'Activity',
      label: t('activity.title'),
      hidden: slots.hasActivity === false || !can(ACTIVITY_NEED),
      render: () => <ActivityTab id={detail.id} />,
    },
  ];
};

type LoadedProps = {
  state: DetailState;
  detail: DetailController;
  slots: DetailSlots;
  base: string;
  list: string | undefined;
};

function Loaded(props: LoadedProps) {
  const { state, detail, slots, base } = props;
  const { row } = detail;
  const { t: shell } = useTranslation('shell');
  const meta = useRouteMeta();
  const tabs = useTabCounts(useTabs(detail, slots, base));
  const title = slots.title?.(row) ?? detail.name;
  const { setTitle } = useTag();
  useEffect(() => setTitle(title), [setTitle, title]);
  return (
    <PageFrame
      height={64}
      above={props.list}
      title={title}
      kind={shell(`route.${meta.name}`)}
      icon={slots.icon?.(row)}
      status={slots.status?.(row)}
      sub={slots.sub?.(row)}
      extra={<DetailActions detail={detail} slots={slots} base={base} />}
    >
      {state.error && <Failed query={state} />}
      <PageTabs tabs={tabs.map((tab) => ({ ...tab, render: () => tab.render(detail) }))} />
    </PageFrame>
  );
}

/** The page of one row; without slots, everything comes from the metadata of `url`. */
export function ResourceDetailPage({
  url,
  name,
  slots = NO_SLOTS,
}: ResourcePageProps & { slots?: DetailSlots }) {
  const { id = '' } = useParams();
  const state = useResourceDetail(url, id, slots.refreshAfter);
  const routes = useRouteNames();
  const list = routes.path(`${name}List`) ?? routes.meta(`${name}Detail`)?.activeMenu;
  if (state.detail)
    return <Loaded state={state} detail={state.detail} slots={slots} base={name} list={list} />;
  return (
    <PageFrame height={64} above={list}>
      {state.error ? <Lost state={state} list={list} /> : <SkeletonRows rows={6} columns={3} />}
    </PageFrame>
  );
}
