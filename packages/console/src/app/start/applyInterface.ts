import type { SessionStore } from '../../platform/session/sessionStore.ts';

/** Puts the installation's own icon on the browser tab. */
export const applyInterface = (session: SessionStore): void => {
  session.subscribe(() => {
    const favicon = session.get().settings.INTERFACE?.favicon;
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!favicon || !link || favicon.startsWith('/static/') || link.getAttribute('href') === favicon) return;
    link.removeAttribute('type');
    link.href = favicon;
  });
};
