import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { accessreview } from '@gatehouse/contract/resources/perms/accessreview.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import { abilityOf, refusalOf } from '../../engine/resource/abilities.ts';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { useCan } from '../../platform/session/useSession.ts';
import type { StatusKind } from '../../theme/icon/Glyph.tsx';
import { Pill } from '../../theme/tag/Pill.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import { type Decided, DecideReviews, type Verdict } from './DecideReviews.tsx';

/** A review as lists and pages show it. */
export type Review = Pick<RowOf<typeof accessreview>, 'id' | 'name' | 'status' | 'is_overdue'>;

const looks: Readonly<Record<string, StatusKind>> = {
  open: 'wait',
  kept: 'ok',
  expired: 'bad',
  settled: 'off',
};

/** The status of a review; an open one may be overdue. */
const useStatus = ({ is_overdue, status }: Review): { kind: StatusKind; children: string } => {
  const { t } = useTranslation('areas');
  return is_overdue
    ? { kind: 'warn', children: t('reviews.overdue') }
    : { kind: looks[status.value] ?? 'off', children: status.label };
};

/** The status of a review in a list. */
export const ReviewStatus = ({ row }: { row: Review }) => <StatusText {...useStatus(row)} />;

/** The status of a review in the header of its page. */
export const ReviewPill = ({ row }: { row: Review }) => <Pill {...useStatus(row)} />;

/** The latest session through a permission, or that there was none. */
export function LastUse({ value }: { value: string | null | undefined }) {
  const { t } = useTranslation('areas');
  return value ? <TimeText value={value} /> : <span className="t2">{t('reviews.never')}</span>;
}

const refused = (rows: readonly Review[], action: 'decide' | 'restore') =>
  rows.map((row) => refusalOf<typeof accessreview>(row, action)).find((reason) => reason !== undefined);

/**
 * The actions on reviews, and the dialog that they open. `onDone` reloads what is shown; with it the selection is
 * empty.
 */
export const useReviewActions = (): {
  actionsOn: (rows: readonly Review[], onDone: () => void) => Action[];
  dialog: ReactNode;
} => {
  const { t } = useTranslation('areas');
  const can = useCan();
  const http = useHttp();
  const confirm = useConfirm();
  const notify = useNotify();
  const [asked, setAsked] = useState<Decided & { onDecided: () => void }>();
  const mayDecide = can('perms.change_accessreview');
  const mayExpire = mayDecide && can('perms.change_assetpermission');

  const restore = async (rows: readonly Review[], onDone: () => void) => {
    const isSure = await confirm({
      title:
        rows.length === 1
          ? t('reviews.askOne.restore', { name: rows[0]?.name })
          : t('reviews.ask.restore', { count: rows.length }),
      body: t('reviews.meaning.restore'),
      okText: t('reviews.restore'),
    });
    if (!isSure) return;
    await http.call('POST /api/v1/perms/access-reviews/restore/', {
      body: { ids: rows.map(({ id }) => id) },
    });
    notify.success(t('reviews.done.restore', { count: rows.length }));
    onDone();
  };
  const actionsOn = (rows: readonly Review[], onDone: () => void): Action[] => {
    const able = (action: 'decide' | 'restore', isAllowed: boolean) => {
      const reason = refused(rows, action);
      const can =
        isAllowed &&
        rows.length > 0 &&
        rows.every(
          (row) => abilityOf<typeof accessreview>(row, action, { can: true, reason: undefined }).can,
        );
      return { can, reason: reason ?? t('reviews.noPermission') };
    };
    const decision = (verdict: Verdict, isAllowed: boolean): Action => ({
      name: verdict,
      title: t(`reviews.${verdict}`),
      danger: verdict === 'expire',
      ...able('decide', isAllowed),
      onRun: () => setAsked({ verdict, rows, onDecided: onDone }),
    });
    const isEnding = rows.length > 0 && rows.every(({ status }) => status.value === 'expired');
    return [
      { ...decision('keep', mayDecide), has: !isEnding },
      { ...decision('expire', mayExpire), has: !isEnding },
      {
        name: 'restore',
        title: t('reviews.restore'),
        has: isEnding,
        ...able('restore', mayExpire),
        onRun: () => restore(rows, onDone),
      },
    ];
  };
  const dialog = asked && <DecideReviews {...asked} onClose={() => setAsked(undefined)} />;
  return { actionsOn, dialog };
};
