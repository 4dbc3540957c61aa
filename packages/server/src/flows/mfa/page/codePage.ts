import { codeField, hidden } from '../../signIn/page/fields.ts';
import { type Html, html } from '../../signIn/page/html.ts';
import { doorPage, type PageFrame } from '../../signIn/page/layout.ts';

/** Content of a page that asks for a code. */
export type CodePage = {
  action: string;
  csrf: string;
  /** Text above the field: what the code is for. */
  lead: string;
  /** Name of the field in the form. */
  name: 'code' | 'otp_code';
  submit: string;
  /** The way out for users without a code. */
  aside: Html;
  error?: string;
  notice?: string;
};

/** A page that asks for a code. */
export const codePage = (frame: PageFrame, content: CodePage): string => {
  const { name, error, notice, aside } = content;
  return doorPage(
    frame,
    html`<h1>${frame.title}</h1>
<p class="lead">${content.lead}</p>
${notice && html`<p class="notice" role="alert">${notice}</p>`}
<form method="post" action="${content.action}">
${hidden('csrf_token', content.csrf)}${hidden('mfa_type', 'otp')}
${codeField(frame, { name, label: frame.t('code'), error, isRequired: true })}
<button class="button" type="submit">${content.submit}</button>
</form>
${aside}`,
  );
};
