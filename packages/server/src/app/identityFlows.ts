import type { HttpPorts } from '../engine/http.ts';
import { addConfirmRoutes } from '../flows/confirm/routes.ts';
import { addAccessKeys, replacedByAccessKeys } from '../flows/credentials/accessKeys.ts';
import { addTempTokens } from '../flows/credentials/tempTokens.ts';
import { addMessageLog } from '../flows/notifications/messageLog.ts';
import { addSiteMessages } from '../flows/notifications/site/routes.ts';
import { addSiteMessageSocket } from '../flows/notifications/site/socket.ts';
import { addSubscriptions } from '../flows/notifications/subscriptions.ts';
import { addSystemSubscriptions } from '../flows/notifications/systemRoutes.ts';
import { addCurrentOrganization } from '../flows/organization/current.ts';
import { addPreferences } from '../flows/profile/preferences.ts';
import { addProfile } from '../flows/profile/routes.ts';
import { addPublicSettings } from '../flows/publicSettings/publicSettings.ts';
import { addCloneRole, replacedByClone } from '../flows/roles/cloneRole.ts';
import { addRolePermissions } from '../flows/roles/permissionRoutes.ts';
import { addUserSession } from '../flows/session/userSession.ts';
import { signInDeps } from '../flows/signIn/deps.ts';
import { addDecisionPages } from '../flows/tickets/byLink/routes.ts';
import { addAccountCare } from '../flows/users/accountCare.ts';
import { addMembership, membershipActions, replacedByMembership } from '../flows/users/membership.ts';
import { addUnbind } from '../flows/users/unbind.ts';
import { addGroupRoutes } from '../resources/users/usergroup/addAllUsers.ts';
import type { Services } from './services.ts';
import { addSignInFlows } from './signInFlows.ts';

/** Routes of access keys, roles and membership that these flows serve instead of the engine. */
export const replacedByIdentity = [...replacedByAccessKeys, ...replacedByClone, ...replacedByMembership];

/**
 * Registers the routes about users that go beyond reading and writing rows: among others signing in,
 * confirmation, profiles, access keys, roles, membership and messages.
 */
export const addIdentityFlows = (ports: HttpPorts, services: Services): void => {
  const signIn = signInDeps(services);
  addSignInFlows(ports, signIn);
  addDecisionPages(ports, signIn);
  addConfirmRoutes(ports, signIn);
  addUserSession(ports, services);
  addAccessKeys(ports);
  addTempTokens(ports);
  addProfile(ports, signIn);
  addPreferences(ports);
  addPublicSettings(ports, services);
  addCurrentOrganization(ports, signIn);
  addRolePermissions(ports, services.licence.isValid);
  addCloneRole(ports);
  addMembership(ports);
  addAccountCare(ports, signIn, membershipActions);
  addUnbind(ports);
  addGroupRoutes(ports);
  addSiteMessages(ports);
  addMessageLog(ports);
  addSubscriptions(ports, services.settings);
  addSystemSubscriptions(ports);
  addSiteMessageSocket(ports, {
    ...services,
    siteUrl: () => services.settings.get('SITE_URL') || signIn.siteUrl,
  });
};
