import type { HttpPorts } from '../engine/http.ts';
import { addTokenRoutes } from '../flows/credentials/tokenRoutes.ts';
import { addMfaApi } from '../flows/mfa/apiRoutes.ts';
import { addEnrolRoutes } from '../flows/mfa/enrolRoutes.ts';
import { addMfaLoginRoutes } from '../flows/mfa/loginRoutes.ts';
import { addMfaProfileRoutes } from '../flows/mfa/profileRoutes.ts';
import { profileBody } from '../flows/profile/profileBody.ts';
import type { SignInDeps } from '../flows/signIn/deps.ts';
import { addApprovalRoutes } from '../flows/signIn/routes/approvalRoutes.ts';
import { addElsewhereRoutes } from '../flows/signIn/routes/elsewhereRoutes.ts';
import { addLoginRoutes } from '../flows/signIn/routes/loginRoutes.ts';
import { addResetRoutes } from '../flows/signIn/routes/resetRoutes.ts';
import { addSignOutRoutes } from '../flows/signIn/routes/signOutRoutes.ts';
import { addSmallPages } from '../flows/signIn/routes/smallPages.ts';
import { addWaitRoutes } from '../flows/signIn/routes/waitRoutes.ts';

/** Registers the pages and calls of signing in: by password, code and reviewer, and for programs. */
export const addSignInFlows = (ports: HttpPorts, signIn: SignInDeps): void => {
  addLoginRoutes(ports, signIn);
  addElsewhereRoutes(ports, signIn);
  addSignOutRoutes(ports, signIn);
  addResetRoutes(ports, signIn);
  addSmallPages(ports, signIn);
  addTokenRoutes(ports, {
    ...signIn,
    profileOf: (user, ctx) => profileBody(user, signIn, ctx),
  });
  addMfaLoginRoutes(ports, signIn);
  addEnrolRoutes(ports, signIn);
  addMfaProfileRoutes(ports, signIn);
  addMfaApi(ports, signIn);
  addApprovalRoutes(ports, signIn);
  addWaitRoutes(ports, signIn);
};
