import { useEffect } from 'react';
import { useTag } from '../route/useTag.ts';
import { useSession } from '../session/useSession.ts';
import { pageTitle } from './titles.ts';

/** Names the browser tab and the tag after the page; the browser tab may say more. */
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
