import type { SessionStore } from './sessionStore.ts';

/** Puts the installation's own icon on the browser tab, and the product's back when there is none. */
export const applyInterface = (session: SessionStore): void => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const [original, type] = [link?.getAttribute('href') ?? '', link?.getAttribute('type') ?? ''];
  session.subscribe(() => {
    const favicon = session.get().settings.INTERFACE?.favicon ?? '';
    const isOwn = favicon !== '' && !favicon.startsWith('/static/');
    const wanted = isOwn ? favicon : original;
    if (!link || link.getAttribute('href') === wanted) return;
    if (isOwn) link.removeAttribute('type');
    else if (type) link.type = type;
    link.href = wanted;
  });
};
