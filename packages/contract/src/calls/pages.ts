import { z } from 'zod';
import { defineCall } from '../call/defineCall.ts';
import { formText, htmlPage, pageForm, redirect } from '../call/media.ts';

const next = z.string().optional().describe('Path of this site to continue to');
const flag = z.string().optional();

export const showSignIn = defineCall('GET /core/auth/login/', {
  summary: 'The sign-in page',
  permission: 'public',
  query: z.object({
    next,
    /** Shows the page where it would lead on to another system. */
    admin: flag,
    csrf_failure: flag,
    link_over: flag,
    acl_not_allow: flag,
    no_reviewer: flag,
    too_many_reviews: flag,
    review_unlicensed: flag,
    review_refused: flag,
    review_timed_out: flag,
    review_deserted: flag,
    signed_out: flag,
    mfa_enabled: flag,
    mfa_disabled: flag,
  }),
  answer: htmlPage,
});

export const signIn = defineCall('POST /core/auth/login/', {
  summary: 'Signs a browser in',
  permission: 'public',
  body: pageForm({
    username: formText,
    password: formText,
    code: formText,
    auto_login: formText,
    next: formText,
  }),
  answer: htmlPage,
});

export const askToSignOut = defineCall('GET /core/auth/logout/', {
  summary: 'The page that asks whether to sign out; leads on when nobody is signed in',
  permission: 'public',
  query: z.object({ next }),
  answer: htmlPage,
});

export const signOut = defineCall('POST /core/auth/logout/', {
  summary: 'Signs a browser out',
  permission: 'public',
  body: pageForm({ next: formText }),
  answer: htmlPage,
});

export const signOutConsole = defineCall('POST /vue-admin-template/user/logout', {
  summary: 'Signs a browser out, for scripts',
  permission: 'public',
  answer: z.object({}),
});

export const goOnSigningIn = defineCall('GET /core/auth/login/guard/', {
  summary: 'Redirects a sign-in to its next step',
  permission: 'public',
  query: z.object({ next }),
  answer: redirect,
});

export const showCodePage = defineCall('GET /core/auth/login/mfa/', {
  summary: 'The page that asks for the code of a sign-in',
  permission: 'public',
  answer: htmlPage,
});

export const signInByCode = defineCall('POST /core/auth/login/mfa/', {
  summary: 'Completes a sign-in with its code',
  permission: 'public',
  body: pageForm({ code: formText }),
  answer: htmlPage,
});

export const showWaiting = defineCall('GET /core/auth/login/wait-confirm/', {
  summary: 'The page on which a sign-in waits for a reviewer',
  permission: 'public',
  answer: htmlPage,
});

export const cancelWaiting = defineCall('POST /core/auth/login/wait-confirm/', {
  summary: 'Gives up a sign-in that waits for a reviewer',
  permission: 'public',
  body: pageForm({}),
  answer: redirect,
});

const decisionPage = '/core/tickets/direct-approve/:token/';

export const showDecisionPage = defineCall(`GET ${decisionPage}`, {
  summary: 'The page on which the reviewer of a link decides on its ticket without signing in',
  permission: 'public',
  answer: htmlPage,
  errors: ['not_found'],
});

export const decideByLink = defineCall(`POST ${decisionPage}`, {
  summary: 'Approves or rejects the ticket of a link, once',
  permission: 'public',
  body: pageForm({ action: formText, comment: formText }),
  answer: htmlPage,
  errors: ['not_found'],
});

export const showPasswordPage = defineCall('GET /core/auth/password/reset/', {
  summary: 'The page that sets a new password',
  permission: 'public',
  query: z.object({ token: z.string().optional(), next }),
  answer: htmlPage,
});

export const setNewPassword = defineCall('POST /core/auth/password/reset/', {
  summary: 'Sets a new password',
  permission: 'public',
  body: pageForm({ token: formText, next: formText, new_password: formText, confirm_password: formText }),
  answer: htmlPage,
});

export const showSecondFactors = defineCall('GET /core/auth/profile/mfa/', {
  summary: 'The page of your second factors',
  permission: 'public',
  query: z.object({ bound: flag }),
  answer: htmlPage,
});

export const showUnbindingPage = defineCall('GET /core/auth/profile/otp/disable/', {
  summary: 'The page that removes your authenticator app',
  permission: 'public',
  answer: htmlPage,
});

export const unbindApp = defineCall('POST /core/auth/profile/otp/disable/', {
  summary: 'Removes your authenticator app',
  permission: 'public',
  body: pageForm({ otp_code: formText }),
  answer: htmlPage,
});

export const showEnrolmentStart = defineCall('GET /core/auth/profile/otp/enable/start/', {
  summary: 'The page that asks for your password before an app is set up',
  permission: 'public',
  answer: htmlPage,
});

export const startEnrolment = defineCall('POST /core/auth/profile/otp/enable/start/', {
  summary: 'Starts setting up an authenticator app',
  permission: 'public',
  body: pageForm({ password: formText }),
  answer: htmlPage,
});

export const showInstallPage = defineCall('GET /core/auth/profile/otp/enable/install-app/', {
  summary: 'The page that names authenticator apps',
  permission: 'public',
  answer: htmlPage,
});

export const showBindingPage = defineCall('GET /core/auth/profile/otp/enable/bind/', {
  summary: 'The page with the key for the authenticator app',
  permission: 'public',
  answer: htmlPage,
});

export const bindApp = defineCall('POST /core/auth/profile/otp/enable/bind/', {
  summary: 'Sets up an authenticator app by its first code',
  permission: 'public',
  body: pageForm({ otp_code: formText }),
  answer: htmlPage,
});

export const chooseLanguage = defineCall('GET /core/i18n/:language/', {
  summary: 'Chooses the language of a browser and leads back to the page',
  permission: 'public',
  query: z.object({ next }),
  answer: redirect,
  errors: ['not_found'],
});

export const showDownloads = defineCall('GET /core/download/', {
  summary: 'The page of clients',
  permission: 'public',
  answer: htmlPage,
});
