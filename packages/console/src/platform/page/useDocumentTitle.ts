import { useEffect } from 'react';
import { useTag } from '../route/useTag.ts';
import { useSession } from '../session/useSession.ts';
import { pageTitle } from './titles.ts';

/** Sets the titles of the tag and the browser tab; `whole` is a longer title for the browser tab. */
export const useDocumentTitle = (title: string, whole = title): void => {
  const { settings } = useSession();
  const { setTitle, isShown } = useTag();
  const loginTitle = settings.INTERFACE?.login_title;
  useEffect(() => {
    if (!isShown) return;
    document.title = pageTitle(whole, loginTitle);
    setTitle(title);
  }, [title, whole, loginTitle, setTitle, isShown]);
};
