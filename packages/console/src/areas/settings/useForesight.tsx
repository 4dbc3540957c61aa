import { useTranslation } from 'react-i18next';
import { Consequences } from '../../engine/detail/Consequences.tsx';
import type { Values } from '../../engine/form/FormItem.ts';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { HttpError } from '../../platform/http/HttpError.ts';
import { useHttp } from '../../platform/Platform.tsx';

const BAD_REQUEST = 400;

/** Shows what values of a category lead to, if anything, and asks whether to save them all the same. */
export const useForesight = (category: string) => {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const confirm = useConfirm();
  const foresee = async (body: Values) => {
    try {
      return await http.call('POST /api/v1/settings/consequences/', {
        query: { category },
        body,
        disableFlashErrorMsg: true,
      });
    } catch (error) {
      // Values that are not valid are refused on their fields when they are saved.
      if (error instanceof HttpError && error.status === BAD_REQUEST) return [];
      throw error;
    }
  };
  return async (body: Values, labelOf: (name: string) => string): Promise<boolean> => {
    const found = await foresee(body);
    if (found.length === 0) return true;
    return confirm({
      title: t('foresight.title'),
      body: <Consequences of={found.map(({ name, text }) => ({ field: labelOf(name), text }))} />,
      okText: t('foresight.save'),
      danger: true,
      focusCancel: true,
    });
  };
};
