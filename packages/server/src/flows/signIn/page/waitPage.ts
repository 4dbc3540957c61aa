import { hidden } from './fields.ts';
import { html } from './html.ts';
import { doorPage, type PageFrame } from './layout.ts';

/** Content of the page on which a sign-in waits for a reviewer. */
export type WaitPage = {
  csrf: string;
  /** Address of this page, to which its form posts. */
  action: string;
  reviewers: readonly string[];
  /** Seconds for which it has waited. */
  seconds: number;
};

/** The page on which a sign-in waits for a reviewer. Its script continues the sign-in once it is approved. */
export const waitPage = (frame: PageFrame, { csrf, action, reviewers, seconds }: WaitPage): string => {
  const { t } = frame;
  return doorPage(
    frame,
    html`<h1>${frame.title}</h1>
<p class="lead">${t('wait_lead')}</p>
<dl class="facts"><dt>${t('wait_reviewers')}</dt><dd>${reviewers.join(', ')}</dd>
<dt>${t('wait_since')}</dt><dd><time data-waits="${seconds}" role="timer">${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}</time></dd></dl>
<p class="notice news" role="status" data-state hidden>${t('wait_approved')}</p>
<p class="aside"><a href="/core/auth/login/guard/">${t('wait_again')}</a></p>
<form class="aside" method="post" action="${action}">${hidden('csrf_token', csrf)}<button type="submit">${t('wait_cancel')}</button></form>
<script type="module" src="/static/wait.js"></script>`,
  );
};
