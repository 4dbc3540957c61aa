import {
  accessReviewDetail,
  accessReviewList,
  concernedBy,
} from '@gatehouse/contract/layouts/perms/accessreview.ts';
import type { accessreview } from '@gatehouse/contract/resources/perms/accessreview.ts';
import { useTranslation } from 'react-i18next';
import { RelatedLink } from '../../engine/cells/RelatedLink.tsx';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import { rowUrl } from '../../engine/resource/url.ts';
import { joined } from '../../platform/i18n/joined.ts';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import {
  type Covered,
  type CoveredKind,
  coveredSlots,
  displayOf,
} from '../../resources/perms/assetpermission/coveredSlots.ts';
import { Dash } from '../../theme/text/Dash.tsx';
import { OverflowText } from '../../theme/text/OverflowText.tsx';
import { LastUse, ReviewPill, ReviewStatus, useReviewActions } from './reviewSlots.tsx';

const REVIEWS_URL = '/api/v1/perms/access-reviews/';

function Reviewers({ value = [] }: { value?: readonly { id: string; name: string }[] | undefined }) {
  return value.length > 0 ? <OverflowText>{joined(value.map(({ name }) => name))}</OverflowText> : <Dash />;
}

/** Permissions that were not used, and whose decision it is. */
export function AccessReviewListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const { actionsOn, dialog } = useReviewActions();
  const slots: ListSlots<typeof accessreview> = {
    mode: accessReviewList,
    columns: {
      name: { card: 'title' },
      status: { Cell: ReviewStatus, width: 110, card: 'state' },
      date_last_used: { Cell: LastUse, card: 'fact' },
      users_amount: { width: 84 },
      assets_amount: { width: 84 },
      reviewers: { Cell: Reviewers, width: 150, card: 'fact' },
      date_created: { card: 'time' },
    },
    emptyText: t('reviews.empty'),
    createActions: () => [],
    rowActions: (row, _usual, list) => actionsOn([row], list.refetch),
    moreActions: (_usual, list) =>
      actionsOn(list.selection.rows, () => {
        list.selection.clear();
        list.refetch();
      }),
  };
  return (
    <>
      <ResourceListPage {...props} slots={slots} help={t('reviews.help')} />
      {dialog}
    </>
  );
}

type Concerned = Covered & { date_last_used: string | null };

const titles = { users: 'reviews.users', assets: 'reviews.assets' } as const;

/** Users or assets that a review concerns, with their latest session through the permission. */
function ConcernedTable({ id: review, kind }: { id: string; kind: CoveredKind }) {
  const { t } = useTranslation('areas');
  const covered = coveredSlots(kind, t(titles[kind]));
  const slots: ListSlots<Concerned> = {
    ...covered,
    columns: {
      ...covered.columns,
      date_last_used: { Cell: LastUse, title: t('reviews.lastUse'), card: 'fact' },
    },
    mode: concernedBy(displayOf(kind)),
  };
  return <EmbeddedList name={`Review${kind}`} url={`${rowUrl(REVIEWS_URL, review)}${kind}/`} slots={slots} />;
}

const PermissionLink = ({ value }: { value: unknown }) => (
  <RelatedLink value={value} route="AssetPermissionDetail" />
);

/** A review: the permission, whom and what it concerns, and the decision. */
export function AccessReviewDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const can = useCan();
  const { actionsOn, dialog } = useReviewActions();
  const slots: DetailSlots<typeof accessreview> = {
    layout: accessReviewDetail,
    cells: { permission: PermissionLink, date_last_used: LastUse, reviewers: Reviewers },
    status: (row) => <ReviewPill row={row} />,
    actions: (_usual, detail) => actionsOn([detail.row], detail.refetch),
    tabs: (detail) => [
      {
        key: 'AccessReviewUsers',
        label: t('reviews.users'),
        hidden: !can('users.view_user'),
        render: () => <ConcernedTable id={detail.id} kind="users" />,
      },
      {
        key: 'AccessReviewAssets',
        label: t('reviews.assets'),
        hidden: !can('assets.view_asset'),
        render: () => <ConcernedTable id={detail.id} kind="assets" />,
      },
    ],
  };
  return (
    <>
      <ResourceDetailPage {...props} slots={slots} />
      {dialog}
    </>
  );
}
