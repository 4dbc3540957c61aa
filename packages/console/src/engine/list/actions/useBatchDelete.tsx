import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { rowUrl, withQuery } from '../../resource/url.ts';
import { asksUndo, useUndo } from '../../undo/useUndo.ts';
import type { ListController } from '../ListSlots.ts';
import { DeleteBody } from './DeleteBody.tsx';
import { useSelectionToken } from './useSelectionToken.ts';

/** Deletes the selected rows in one request, after a confirmation that names up to five of them. */
export const useBatchDelete = (list: ListController) => {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const confirm = useConfirm();
  const offerUndo = useUndo();
  const tokenOf = useSelectionToken();
  const { resource, selection } = list;
  return async () => {
    const count = selection.rows.length;
    const titles = count === 1 ? resource.title : resource.titles;
    const agreed = await confirm({
      title: t('delete.manyTitle', { count, titles }),
      body: <DeleteBody url={resource.url} ids={[...selection.ids]} />,
      names: selection.rows.map(list.nameOfRow),
      okText: t('delete.manyOk', { count, titles }),
      danger: true,
      focusCancel: count > 1,
    });
    if (!agreed) return;
    try {
      const url = list.paging.deletesByIds
        ? rowUrl(resource.url, [...selection.ids].join(','))
        : withQuery(resource.url, { spm: await tokenOf(selection.ids) });
      const answer = await http.delete(url, { ...asksUndo, whatFailed: t('delete.manyFailed') });
      offerUndo(t('delete.manyDone', { count, titles }), answer);
      selection.clear();
    } catch {
      // Reported by the request layer.
    }
    list.refetch();
  };
};
