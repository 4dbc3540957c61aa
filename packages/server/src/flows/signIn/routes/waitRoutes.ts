import { cancelWaiting, showWaiting } from '@gatehouse/contract/calls/pages.ts';
import { bindWhole } from '../../../engine/calls/bind.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { keepWaiting } from '../../tickets/confirmations/waiter.ts';
import { waitUrl } from '../admit.ts';
import type { SignInDeps } from '../deps.ts';
import { csrfOf, frameOf, isOurForm, pageAnswer, redirect } from '../page/pageRequest.ts';
import { waitPage } from '../page/waitPage.ts';
import { giveUp } from './approvalRoutes.ts';

const loginUrl = '/core/auth/login/';

/** Registers the page on which a sign-in waits for a reviewer, and giving it up there. */
export const addWaitRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  bindWhole(ports, showWaiting, async ({ ctx, request, reply }) => {
    if (request.signedIn) return redirect('/ui/');
    const pending = await deps.pendingSignIns.find(request);
    if (!pending) return redirect(`${loginUrl}?link_over=1`);
    if (!pending.review) return redirect('/core/auth/login/guard/');
    const { reviewers, since, ticket } = pending.review;
    await keepWaiting(ticket, deps.cache, deps.db);
    return pageAnswer(
      waitPage(frameOf(ctx, 'wait_title', { settings: deps.settings, here: waitUrl }), {
        csrf: csrfOf(request, reply, deps),
        action: waitUrl,
        reviewers,
        seconds: Math.max(0, Math.round((Date.now() - since) / 1000)),
      }),
    );
  });
  bindWhole(
    ports,
    cancelWaiting,
    async ({ ctx, request, body }) => {
      if (!isOurForm(request, await body(), deps)) return redirect(waitUrl);
      if (!request.signedIn) await giveUp(request, ctx, deps);
      return redirect(loginUrl);
    },
    { noTransaction: true },
  );
};
