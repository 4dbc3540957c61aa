import { html } from '../../signIn/page/html.ts';
import { phone } from '../../signIn/page/icons.ts';
import { doorPage, type PageFrame } from '../../signIn/page/layout.ts';
import { enrolUrls } from './enrolPages.ts';

/** Where the authenticator app is removed. */
export const disableUrl = '/core/auth/profile/otp/disable/';

/** The user's second factors and their actions. */
export const listPage = (
  frame: PageFrame,
  content: { isBound: boolean; isForced: boolean; notice?: string },
): string => {
  const { t } = frame;
  const { isBound, isForced } = content;
  const action = isBound
    ? !isForced && html`<a class="small" href="${disableUrl}">${t('disable')}</a>`
    : html`<a class="small" href="${enrolUrls.start}">${t('enable')}</a>`;
  return doorPage(
    frame,
    html`<h1>${frame.title}</h1>
<p class="lead">${t('mfa_lead')}</p>
${content.notice && html`<p class="notice" role="alert">${content.notice}</p>`}
<ul class="factors"><li>${phone}<span><b>${t('otp')}</b><small>${t(isBound ? 'otp_on' : 'otp_off')}</small></span>${action}</li></ul>
${isForced && html`<p class="hint">${t('mfa_forced')}</p>`}
<p class="aside"><a href="/ui/profile/info">${t('back')}</a></p>`,
  );
};
