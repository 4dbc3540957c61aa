import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { detailText } from '../../../platform/http/errorText.ts';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import type { Row } from '../../resource/row.ts';
import { rowUrl } from '../../resource/url.ts';
import { asksUndo, useUndo } from '../../undo/useUndo.ts';
import { DeleteBody } from './DeleteBody.tsx';

/** Deletes a row after confirmation; resolves to true once it is gone. */
export const useRowDelete = () => {
  const { t } = useTranslation('engine');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const confirm = useConfirm();
  const notify = useNotify();
  const offerUndo = useUndo();
  return async (input: { url: string; row: Row; name: string; title: string }): Promise<boolean> => {
    const { url, row, name, title } = input;
    const agreed = await confirm({
      title: t('delete.title', { title, name }),
      body: <DeleteBody url={url} ids={[row.id]} />,
      okText: t('delete.ok', { title }),
      danger: true,
    });
    if (!agreed) return false;
    try {
      const answer = await http.delete(rowUrl(url, row.id), { ...asksUndo, disableFlashErrorMsg: true });
      offerUndo(t('delete.done', { name }), answer);
      return true;
    } catch (error) {
      const said = detailText(error);
      if (said) notify.error(error, { text: said });
      else notify.failed(common('failed.delete'), error);
      // A row that another user has already deleted counts as deleted.
      return error instanceof HttpError && error.status === 404;
    }
  };
};
