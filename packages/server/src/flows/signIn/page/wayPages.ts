import { html } from './html.ts';
import { doorPage, type PageFrame } from './layout.ts';
import { asideLink } from './signOutPage.ts';

/** What a user sees whose sign-in by another system did not work; the cause is in the login log. */
export const wayFailedPage = (frame: PageFrame, { text, again }: { text: string; again: string }): string =>
  doorPage(
    frame,
    html`<h1>${frame.title}</h1>
<p class="notice" role="alert">${text}</p>
<a class="button" href="${again}">${frame.t('way_again')}</a>
${asideLink('/core/auth/login/?admin=1', frame.t('way_other'))}`,
  );

/** The page that a browser leaves by itself for another system. */
export const leavePage = (frame: PageFrame, { text, url }: { text: string; url: string }): string =>
  doorPage(
    frame,
    html`<h1>${frame.title}</h1>
<p class="lead" role="status">${text}</p>
<a class="button" href="${url}">${frame.t('continue')}</a>
${asideLink('/core/auth/login/?admin=1', frame.t('way_other'))}`,
  );
