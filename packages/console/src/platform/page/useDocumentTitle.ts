import { useEffect } from 'react';
import { useTag } from '../route/useTag.ts';
import { useSession } from '../session/useSession.ts';
import { pageTitle } from './titles.ts';

/** Names the browser tab and the tag after the page. */
export const useDocumentTitle = (title: string): void => {
  const { settings } = useSession();
  const { setTitle, isShown } = useTag();
  const loginTitle = settings.INTERFACE?.login_title;
  useEffect(() => {
    if (!isShown) return;
    document.title = pageTitle(title, loginTitle);
    setTitle(title);
  }, [title, loginTitle, setTitle, isShown]);
};
