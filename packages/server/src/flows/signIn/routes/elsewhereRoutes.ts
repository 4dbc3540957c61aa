import { beginElsewhere, finishElsewhere } from '@gatehouse/contract/calls/signIn/elsewhere.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { bindWhole } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import { type Answer, type HttpPorts, queryOf } from '../../../engine/http.ts';
import { admit, type Visit } from '../admit.ts';
import type { ArrivalContext, ElsewhereBackend, Refusal } from '../backends/backend.ts';
import { within } from '../backends/circuits.ts';
import type { SignInDeps } from '../deps.ts';
import { countAttempt, countOnPage } from '../gate/attempts.ts';
import { logSignIn, originOf } from '../log.ts';
import { frameOf, hereOf, pageAnswer, redirect, safeNext, withNext } from '../page/pageRequest.ts';
import { wayFailedPage } from '../page/wayPages.ts';
import { refusalText } from '../refusalText.ts';

type Going = Visit & { ctx: Context; backend: ElsewhereBackend; next: string };

const siteOf = ({ request }: Visit, { settings, siteUrl }: SignInDeps): string =>
  (settings.get('SITE_URL') || siteUrl || `${request.protocol}://${request.host}`).replace(/\/+$/, '');

const createElsewhere = (deps: SignInDeps) => {
  const { settings, wayStates, limits } = deps;

  const failed = ({ ctx, request, backend, next }: Going, text: string, status = 401): Answer => {
    const again = withNext(`/core/auth/${backend.name}/login/`, next);
    const frame = frameOf(ctx, 'way_failed_title', { settings, here: hereOf(request) });
    return pageAnswer(wayFailedPage(frame, { text, again }), status);
  };
  const refused = (going: Going, refusal: Refusal): Answer => failed(going, refusalText(refusal, going.ctx));
  /** A failure before anything is known of a user. */
  const broken = async (going: Going, detail: string): Promise<Answer> => {
    const { request, backend } = going;
    const entry = { username: '', origin: originOf(request, 'W'), backend: backend.name, mfa: 2 } as const;
    await logSignIn({ ...entry, reason: 'provider_failed', detail }, deps.db);
    return refused(going, { code: 'provider_failed' });
  };
  const contextOf = (going: Going, state: string, signal: AbortSignal): ArrivalContext => {
    const site = siteOf(going, deps);
    const callback = `${site}/core/auth/${going.backend.name}/callback/`;
    return { db: deps.db, settings, site, callback, state, signal };
  };
  const tooOften = (going: Going) =>
    countOnPage(going.ctx, countAttempt(limits, originOf(going.request).remoteAddr), (notice) =>
      failed(going, notice),
    );

  return {
    begin: async (going: Going): Promise<Answer> => {
      const { backend, next } = going;
      const limited = await tooOften(going);
      if (limited) return limited;
      const state = wayStates.make();
      const begun = await within(backend.patienceMs(settings), (signal) =>
        backend.begin(contextOf(going, state, signal)),
      );
      if ('unavailable' in begun) return broken(going, begun.unavailable);
      await wayStates.keep(going, state, { way: backend.name, next, memory: begun.memory });
      return redirect(begun.url);
    },
    finish: async (going: Going): Promise<Answer> => {
      const { request, reply, ctx, backend } = going;
      const limited = await tooOften(going);
      if (limited) return limited;
      const sent = Object.fromEntries(queryOf(request));
      const away = await wayStates.take(going, sent.state ?? '', backend.name);
      if (!away)
        return broken(going, 'this browser began no sign-in with this state within the last ten minutes');
      const { next, memory } = away;
      const verdict = await deps.arrive({
        backend,
        origin: originOf(request, 'W'),
        ask: (signal) => backend.finish(sent, memory, contextOf(going, sent.state ?? '', signal)),
      });
      if (verdict.refusal) return refused({ ...going, next }, verdict.refusal);
      const { user, provider } = verdict;
      const isPersistent = !settings.get('SESSION_EXPIRE_AT_BROWSER_CLOSE');
      return admit(
        { request, reply, ctx },
        { user, backend: verdict.backend, isPersistent, next, provider },
        deps,
      );
    },
  };
};

/** Registers the ways to sign in that lead over another system: the way there, and the way back. */
export const addElsewhereRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  const { begin, finish } = createElsewhere(deps);
  const backendOf = (way: string): ElsewhereBackend => {
    const found = deps.backends.find('elsewhere', way);
    if (!found) throw new AppError('not_found');
    return found;
  };
  bindWhole(
    ports,
    beginElsewhere,
    async ({ ctx, params, query, request, reply }) => {
      const next = safeNext(query.next ?? '', '');
      if (request.signedIn) return redirect(next || '/ui/');
      return begin({ ctx, request, reply, next, backend: backendOf(params.way) });
    },
    { noTransaction: true },
  );
  bindWhole(
    ports,
    finishElsewhere,
    async ({ ctx, params, request, reply }) => {
      if (request.signedIn) return redirect('/ui/');
      return finish({ ctx, request, reply, next: '', backend: backendOf(params.way) });
    },
    { noTransaction: true },
  );
};
