import type { HttpPorts } from '../engine/http.ts';
import type { Renderer } from '../engine/routes/resourceRoutes.ts';
import { addApiDocs } from '../flows/apiDocs.ts';
import { addAppearance } from '../flows/appearance/routes.ts';
import { addChat } from '../flows/chat/addChat.ts';
import { replacedByPrompts } from '../flows/chat/prompts.ts';
import { addCleanUpRoutes } from '../flows/cleanUp/routes.ts';
import { addGatewayProxy } from '../flows/gatewayProxy/gatewayProxy.ts';
import { addHealth } from '../flows/health/health.ts';
import { addLicence } from '../flows/licence/routes.ts';
import { addMessageSettings } from '../flows/notifications/messageSettings.ts';
import { addOwnWork } from '../flows/ownWork/routes.ts';
import { addPlaybookRoutes, replacedByPlaybooks } from '../flows/playbooks/routes.ts';
import { addSelectionRoute } from '../flows/selection.ts';
import { addSettings } from '../flows/settings/routes.ts';
import { addTaskLogRoutes } from '../flows/tasks/logRoutes.ts';
import { addTaskLogSocket } from '../flows/tasks/logSocket.ts';
import { addPeriodTaskRoutes } from '../flows/tasks/periodRoutes.ts';
import { addTaskRoutes, replacedByTasks } from '../flows/tasks/routes.ts';
import { addTickets, replacedByTickets } from '../flows/tickets/routes.ts';
import { addTools } from '../flows/tools/socket.ts';
import { addUndoRoutes } from '../flows/undo.ts';
import { addVaultRoutes } from '../flows/vault/vaultRoutes.ts';
import { addConsoleFiles } from '../flows/webFiles/consoleFiles.ts';
import { addMedia } from '../flows/webFiles/media.ts';
import { addAccessFlows, replacedByAccess } from './accessFlows.ts';
import { addAssetFlows, replacedByAssetFlows } from './assetFlows.ts';
import { addIdentityFlows, replacedByIdentity } from './identityFlows.ts';
import { everyJob } from './jobs.ts';
import type { Services } from './services.ts';

/** Routes (`METHOD url`) that a flow serves instead of the engine. */
export const replacedRoutes = (): ReadonlySet<string> =>
  new Set([
    ...replacedByAssetFlows,
    ...replacedByIdentity,
    ...replacedByAccess,
    ...replacedByPrompts,
    ...replacedByPlaybooks,
    ...replacedByTasks,
    ...replacedByTickets,
  ]);

const consoleFolder = new URL('../../../console/dist/', import.meta.url);

/** Registers the routes of all flows: everything beyond plain resources. */
export const addFlows = async (
  ports: HttpPorts,
  services: Services,
  { gatewayUrl }: { gatewayUrl?: string },
  render: Renderer,
): Promise<void> => {
  addIdentityFlows(ports, services);
  addHealth(ports);
  addConsoleFiles(ports, consoleFolder);
  addMedia(ports, services);
  addAppearance(ports, services);
  await addGatewayProxy(ports, services.limits, gatewayUrl);
  addSelectionRoute(ports);
  addUndoRoutes(ports);
  addSettings(ports, { ...services, zone: services.config.GATEHOUSE_TIME_ZONE });
  addMessageSettings(ports, services);
  addVaultRoutes(ports, services);
  addCleanUpRoutes(ports, { ...services, zone: services.config.GATEHOUSE_TIME_ZONE });
  addLicence(ports, services);
  const siteUrl = () => services.settings.get('SITE_URL') || services.config.GATEHOUSE_SITE_URL;
  addTools(ports, { ...services, siteUrl });
  addChat(ports, { ...services, siteUrl }, render);
  addApiDocs(ports);
  addAssetFlows(ports, services);
  addAccessFlows(ports, services, render);
  addTickets(ports, services);
  services.jobs.declare(everyJob(services));
  addTaskRoutes(ports, services);
  addOwnWork(ports, { ...services, replaced: replacedRoutes() });
  addPeriodTaskRoutes(ports, services.jobs);
  addTaskLogRoutes(ports, services.jobs);
  addPlaybookRoutes(ports, services);
  addTaskLogSocket(ports, { ...services, siteUrl });
};
