import { undoablePlaces } from '@gatehouse/contract/wire/undo.ts';
import { useTranslation } from 'react-i18next';
import { splitUrl } from '../../resource/url.ts';

/** What a deletion takes with it and what it ends, for rows at an address; then whether it can be undone. */
export const useDeleteBody = () => {
  const { t, i18n } = useTranslation('engine');
  return (url: string): string => {
    const place = splitUrl(url).path.replace(/^\/api\/v1\/|\/$/g, '');
    const key = `delete.goes.${place}`;
    const end = t(undoablePlaces.includes(place) ? 'delete.undoable' : 'delete.body');
    return i18n.exists(key, { ns: 'engine' }) ? t('delete.bodyWith', { consequence: t(key), end }) : end;
  };
};
