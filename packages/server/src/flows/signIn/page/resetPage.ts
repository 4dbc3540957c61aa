import type { PasswordRules } from '../../../resources/users/user/passwordPolicy.ts';
import { hidden, passwordField } from './fields.ts';
import { type Html, html } from './html.ts';
import { doorPage, type PageFrame } from './layout.ts';

/** Content of the new-password page besides its frame. */
export type ResetPage = {
  csrf: string;
  publicKey: string;
  token: string;
  next: string;
  username: string;
  rules: PasswordRules;
  /** Why the password must be changed. */
  lead: string;
  errors: { new_password?: string; confirm_password?: string };
  notice?: string;
};

const ruleLine = (name: string, text: string, value?: number): Html =>
  html`<li data-rule="${name}"${value !== undefined && html` data-value="${value}"`}>${text}</li>`;

/** The page for a new password, which checks the rules while the user types. */
export const resetPage = (frame: PageFrame, content: ResetPage): string => {
  const { t } = frame;
  const { rules, errors } = content;
  return doorPage(
    frame,
    html`<h1>${t('new_title')}</h1>
<p class="lead">${content.lead}</p>
${content.notice && html`<p class="notice" role="alert">${content.notice}</p>`}
<form method="post" action="/core/auth/password/reset/" data-encrypt data-key="${content.publicKey}">
${hidden('csrf_token', content.csrf)}${hidden('token', content.token)}${hidden('next', content.next)}
<input class="visually-hidden" type="text" name="username" value="${content.username}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>
${passwordField(frame, { name: 'new_password', label: t('new_password'), autocomplete: 'new-password', error: errors.new_password, focus: true })}
${passwordField(frame, { name: 'confirm_password', label: t('repeat_password'), autocomplete: 'new-password', error: errors.confirm_password })}
<ul class="rules" aria-label="${t('rules')}">
${ruleLine('min', t('rule_min', { min: rules.min }), rules.min)}
${rules.upper && ruleLine('upper', t('rule_upper'))}
${rules.lower && ruleLine('lower', t('rule_lower'))}
${rules.number && ruleLine('number', t('rule_number'))}
${rules.special && ruleLine('special', t('rule_special'))}
${ruleLine('first', t('rule_first'))}
${ruleLine('same', t('rule_same'))}
</ul>
<button class="button" type="submit">${t('new_submit')}</button>
</form>`,
  );
};
