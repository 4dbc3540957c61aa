import { hidden } from '../../signIn/page/fields.ts';
import { type Html, html } from '../../signIn/page/html.ts';
import { doorPage, type PageFrame } from '../../signIn/page/layout.ts';
import type { Fact } from './facts.ts';

/** Content of the page on which a reviewer decides by a link. */
export type DecisionPage = {
  csrf: string;
  /** Address of this page, to which its form posts. */
  action: string;
  reviewer: string;
  facts: readonly Fact[];
  console: string;
  comment: string;
  notice?: string;
};

/** Maximum number of characters of a comment. */
const mostOfComment = 4096;

const factList = (facts: readonly Fact[]): Html =>
  html`<dl class="facts">${facts.map(
    ({ label, value, isCode }) =>
      html`<dt>${label}</dt><dd>${isCode ? html`<code class="lines">${value}</code>` : value}</dd>`,
  )}</dl>`;

const consoleLink = ({ t }: PageFrame, address: string): Html =>
  html`<p class="aside"><a href="${address}">${t('decide_console')}</a></p>`;

/** What is asked, with a comment and two buttons; nothing is decided before one of them is pressed. */
export const decisionPage = (frame: PageFrame, content: DecisionPage): string => {
  const { t } = frame;
  const { csrf, action, reviewer, facts, comment, notice } = content;
  return doorPage(
    frame,
    html`<h1>${frame.title}</h1>
<p class="lead">${t('decide_lead', { name: reviewer })}</p>
${notice && html`<p class="notice" role="alert">${notice}</p>`}
${factList(facts)}
<form method="post" action="${action}">${hidden('csrf_token', csrf)}
<div class="row"><label for="comment">${t('decide_comment')}</label>
<div class="box"><textarea id="comment" name="comment" rows="3" maxlength="${mostOfComment}">${comment}</textarea></div></div>
<div class="choice"><button class="button" name="action" value="approve">${t('decide_approve')}</button>
<button class="button quiet" name="action" value="reject">${t('decide_reject')}</button></div>
</form>
${consoleLink(frame, content.console)}`,
  );
};

/** How the ticket of a link ended. */
export const decidedPage = (
  frame: PageFrame,
  content: Pick<DecisionPage, 'facts' | 'console'> & { text: string },
): string =>
  doorPage(
    frame,
    html`<h1>${frame.title}</h1>
<p class="notice news" role="status">${content.text}</p>
${factList(content.facts)}
${consoleLink(frame, content.console)}`,
  );

/** Why nothing can be decided by a link. */
export const refusedPage = (frame: PageFrame, content: { text: string; console: string }): string =>
  doorPage(
    frame,
    html`<h1>${frame.title}</h1>
<p class="notice" role="alert">${content.text}</p>
${consoleLink(frame, content.console)}`,
  );
