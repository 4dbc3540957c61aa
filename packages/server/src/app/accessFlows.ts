import type { HttpPorts } from '../engine/http.ts';
import type { Renderer } from '../engine/routes/resourceRoutes.ts';
import { addAccessReviewRoutes } from '../flows/accessReview/routes.ts';
import { addDecisions } from '../flows/accessRules/decisions/routes.ts';
import { addTrials } from '../flows/accessRules/past/routes.ts';
import { addAccountBackup, replacedByAccountBackup } from '../flows/accountBackup/routes.ts';
import { addAccountRoutes } from '../flows/accounts/routes.ts';
import { addSecretRoutes, replacedBySecrets } from '../flows/accounts/secretRoutes.ts';
import { addAuditRoutes, replacedByAudits } from '../flows/audit/routes.ts';
import { addTransferredFiles } from '../flows/audit/transferredFiles.ts';
import { addBackupRoutes } from '../flows/backup/backupRoutes.ts';
import { pushTogether } from '../flows/changeSecret/pushWritten.ts';
import { addChangeSecret, replacedByChangeSecret } from '../flows/changeSecret/routes.ts';
import { addCheckouts, replacedByCheckout } from '../flows/checkout/routes.ts';
import { addComponentMetrics } from '../flows/components/metrics.ts';
import { addRegistration } from '../flows/components/register.ts';
import { addSessionRoutes, replacedByComponents } from '../flows/components/sessionRoutes.ts';
import { addComponentSettings, replacedBySettings } from '../flows/components/settingsRoutes.ts';
import { addTaskSocket } from '../flows/components/socket.ts';
import { addTakeOver } from '../flows/components/takeOver.ts';
import { addConnectRoutes, replacedByConnect } from '../flows/connect/routes.ts';
import { addRuleRoutes } from '../flows/connect/ruleRoutes.ts';
import { addDashboard } from '../flows/dashboard/routes.ts';
import { addSmartEndpoint } from '../flows/endpoints/smartEndpoint.ts';
import { addExplainRoutes } from '../flows/explain/explainRoutes.ts';
import { addReachRoutes } from '../flows/explain/reachRoutes.ts';
import { addFileTransfers } from '../flows/fileTransfer/routes.ts';
import { addGatherAccounts, replacedByGatherAccounts } from '../flows/gatherAccounts/routes.ts';
import { addIntegration, replacedByIntegration } from '../flows/integration/routes.ts';
import { filesForRunner } from '../flows/jobCenter/playbookRuns.ts';
import { prepareCommands } from '../flows/jobCenter/prepareCommands.ts';
import { addJobCenter, replacedByJobCenter } from '../flows/jobCenter/routes.ts';
import { accountTasks } from '../flows/machineWork/askedWork.ts';
import { prepareRemovals } from '../flows/machineWork/removals.ts';
import { addRunnerRoutes } from '../flows/machineWork/runnerRoutes.ts';
import { addPermissionRoutes } from '../flows/permissions/routes.ts';
import { addPermittedRoutes } from '../flows/permittedAssets/routes.ts';
import { addSuggestions, replacedBySuggestions } from '../flows/permittedAssets/suggestions.ts';
import { addCommandTree } from '../flows/storages/commandTree.ts';
import { addStorageRoutes } from '../flows/storages/storageRoutes.ts';
import type { Services } from './services.ts';

/** Routes these flows serve instead of the engine. */
export const replacedByAccess = [
  ...replacedBySecrets,
  ...replacedByAccountBackup,
  ...replacedByChangeSecret,
  ...replacedByCheckout,
  ...replacedByGatherAccounts,
  ...replacedByIntegration,
  ...replacedByAudits,
  ...replacedByConnect,
  ...replacedByComponents,
  ...replacedByJobCenter,
  ...replacedBySettings,
  ...replacedBySuggestions,
];

/**
 * Registers the routes of accounts, permissions, permitted assets, connections, sessions, components, audits
 * and the dashboard that go beyond reading and writing rows.
 */
export const addAccessFlows = (ports: HttpPorts, services: Services, render: Renderer): void => {
  const { settings, blobs, config, limits } = services;
  addAccountRoutes(ports, settings, accountTasks(services), pushTogether(services));
  const preparing = { run_command: prepareCommands(services), remove_account: prepareRemovals };
  addRunnerRoutes(ports, preparing, filesForRunner);
  addJobCenter(ports, services);
  addFileTransfers(ports, services);
  addSecretRoutes(ports, render);
  addAccountBackup(ports, services);
  addChangeSecret(ports, services);
  addCheckouts(ports, services);
  addGatherAccounts(ports, services);
  addIntegration(ports, services);
  addPermissionRoutes(ports);
  addAccessReviewRoutes(ports);
  addPermittedRoutes(ports, settings);
  addSuggestions(ports);
  addConnectRoutes(ports, services);
  addRuleRoutes(ports, services);
  addDecisions(ports);
  addTrials(ports, { ruleBook: services.ruleBook, settings, zone: config.GATEHOUSE_TIME_ZONE });
  addExplainRoutes(ports, services);
  addReachRoutes(ports);
  addRegistration(ports, { settings, limits, bootstrapToken: config.GATEHOUSE_BOOTSTRAP_TOKEN });
  addSessionRoutes(ports, services);
  addTakeOver(ports, settings);
  addComponentSettings(ports, services);
  addSmartEndpoint(ports);
  addStorageRoutes(ports);
  addBackupRoutes(ports, config);
  addCommandTree(ports);
  addComponentMetrics(ports, config.GATEHOUSE_METRICS_TOKEN);
  addTaskSocket(ports, services);
  addAuditRoutes(ports);
  addTransferredFiles(ports, blobs, settings);
  addDashboard(ports, services.licence);
};
