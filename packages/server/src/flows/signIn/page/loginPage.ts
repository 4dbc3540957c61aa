import { codeField, hidden, passwordField } from './fields.ts';
import { html } from './html.ts';
import { userIcon } from './icons.ts';
import { doorPage, type PageFrame } from './layout.ts';

/** Content of the sign-in page besides its frame. */
export type LoginPage = {
  csrf: string;
  /** Base64 of the public key, for browsers that lost the cookie. */
  publicKey: string;
  next: string;
  username: string;
  /** Why the username and password were refused, shown below the password. */
  error?: string;
  /** Whether there is a field for an MFA code, and its error. */
  hasCode: boolean;
  codeError?: string;
  /** An error about the page as a whole. */
  notice?: string;
  /** A success message about an earlier step. */
  news?: string;
  /**
   * Whether the box for keeping the web session is ticked; absent where web sessions end with the browser.
   */
  keep?: boolean;
  forgotUrl?: string;
  /** Other systems by which users sign in. */
  ways: readonly { label: string; href: string }[];
};

/** The sign-in page. */
export const loginPage = (frame: PageFrame, content: LoginPage): string => {
  const { t } = frame;
  const { username, error, notice, news, keep } = content;
  return doorPage(
    frame,
    html`<h1>${t('title')}</h1>
<p class="lead">${t('lead', { title: frame.look.login_title })}</p>
${notice && html`<p class="notice" role="alert">${notice}</p>`}${news && html`<p class="notice news" role="status">${news}</p>`}
<form method="post" action="/core/auth/login/" data-encrypt data-key="${content.publicKey}">
${hidden('csrf_token', content.csrf)}${hidden('next', content.next)}
<div class="row">
<label for="username">${t('username')}</label>
<div class="box">${userIcon}<input id="username" name="username" type="text" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" maxlength="128" value="${username}" required${
      !username && html` autofocus`
    }></div>
</div>
${passwordField(frame, { name: 'password', label: t('password'), autocomplete: 'current-password', error, focus: username !== '' })}
${content.hasCode && codeField(frame, { name: 'code', label: t('code_if_any'), error: content.codeError })}
<div class="between">${
      keep !== undefined &&
      html`<label class="check"><input type="checkbox" name="auto_login" value="1"${keep && html` checked`}>${t('keep')}</label>`
    }${content.forgotUrl && html`<a href="${content.forgotUrl}">${t('forgot')}</a>`}</div>
<button class="button" type="submit">${t('submit')}</button>
</form>${
      content.ways.length > 0 &&
      html`
<nav class="others" aria-label="${t('ways')}"><p>${t('ways_or')}</p>${content.ways.map(
        ({ label, href }) => html`<a class="button" href="${href}">${t('way_by', { name: label })}</a>`,
      )}</nav>`
    }`,
  );
};
