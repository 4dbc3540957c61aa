import { renderSVG } from 'uqr';
import { codeField, hidden, passwordField } from '../../signIn/page/fields.ts';
import { html } from '../../signIn/page/html.ts';
import { doorPage, type PageFrame } from '../../signIn/page/layout.ts';
import { asideLink, asideSignOut } from '../../signIn/page/signOutPage.ts';

/** Addresses of the pages that set up an authenticator app. */
export const enrolUrls = {
  start: '/core/auth/profile/otp/enable/start/',
  install: '/core/auth/profile/otp/enable/install-app/',
  bind: '/core/auth/profile/otp/enable/bind/',
};

/** The first page: confirms the first factor. */
export const startPage = (
  frame: PageFrame,
  content: { csrf: string; publicKey: string; error?: string; notice?: string },
): string =>
  doorPage(
    frame,
    html`<h1>${frame.title}</h1>
<p class="lead">${frame.t('enrol_password')}</p>
${content.notice && html`<p class="notice" role="alert">${content.notice}</p>`}
<form method="post" action="${enrolUrls.start}" data-encrypt data-key="${content.publicKey}">
${hidden('csrf_token', content.csrf)}
${passwordField(frame, { name: 'password', label: frame.t('password'), autocomplete: 'current-password', error: content.error, focus: true })}
<button class="button" type="submit">${frame.t('continue')}</button>
</form>
${asideLink('/core/auth/profile/mfa/', frame.t('back'))}`,
  );

/** The second page: which apps work. */
export const installPage = (frame: PageFrame, csrf: string): string =>
  doorPage(
    frame,
    html`<h1>${frame.title}</h1>
<p class="lead">${frame.t('enrol_install')}</p>
<p>${frame.t('enrol_apps')}</p>
<a class="button" href="${enrolUrls.bind}">${frame.t('continue')}</a>
${asideSignOut(csrf, frame.t('sign_out'))}`,
  );

/** The third page: shows the secret, and asks for a code to prove that the app has it. */
export const bindPage = (
  frame: PageFrame,
  content: { csrf: string; uri: string; secret: string; account: string; error?: string },
): string => {
  const { t } = frame;
  const groups = content.secret.match(/.{1,4}/g) ?? [];
  return doorPage(
    frame,
    html`<h1>${frame.title}</h1>
<p class="lead">${t('enrol_scan')}</p>
<div class="qr" role="img" aria-label="${t('enrol_qr')}">${{ markup: renderSVG(content.uri, { ecc: 'M', border: 3 }) }}</div>
<dl class="facts"><dt>${t('enrol_account')}</dt><dd>${content.account}</dd><dt>${t('enrol_secret')}</dt><dd><code id="otp_secret">${groups.join(' ')}</code></dd></dl>
<form method="post" action="${enrolUrls.bind}">
${hidden('csrf_token', content.csrf)}
${codeField(frame, { name: 'otp_code', label: t('code'), error: content.error, isRequired: true })}
<button class="button" type="submit">${t('enrol_finish')}</button>
</form>
${asideSignOut(content.csrf, t('sign_out'))}`,
  );
};
