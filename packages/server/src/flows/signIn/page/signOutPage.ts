import { hidden } from './fields.ts';
import { type Html, html } from './html.ts';
import { doorPage, type PageFrame } from './layout.ts';

/** Address of the page, and of the form that signs out. */
export const signOutUrl = '/core/auth/logout/';

/** The page that asks whether to sign out. */
export const signOutPage = (
  frame: PageFrame,
  content: { csrf: string; next: string; notice?: string },
): string =>
  doorPage(
    frame,
    html`<h1>${frame.title}</h1>
<p class="lead">${frame.t('sign_out_lead')}</p>
${content.notice && html`<p class="notice" role="alert">${content.notice}</p>`}
<form method="post" action="${signOutUrl}">
${hidden('csrf_token', content.csrf)}${hidden('next', content.next)}
<button class="button" type="submit">${frame.t('sign_out')}</button>
</form>
${asideLink(content.next || '/', frame.t('stay_signed_in'))}`,
  );

/** A link below the form of a page. */
export const asideLink = (url: string, text: string): Html =>
  html`<p class="aside"><a href="${url}">${text}</a></p>`;

/** A button below the form of a page that signs out at once, or ends a sign-in that is not complete. */
export const asideSignOut = (csrf: string, text: string): Html =>
  html`<form class="aside" method="post" action="${signOutUrl}">${hidden('csrf_token', csrf)}<button type="submit">${text}</button></form>`;
