import type { HttpPorts } from '../engine/http.ts';
import { typeTreeActions } from '../flows/assetTree/routes.ts';
import { addFavoriteRoutes, replacedByFavorites } from '../flows/favorites/routes.ts';
import { addLabelRoutes } from '../flows/labels/routes.ts';
import { addGatewayTest, assetTasks, nodeTasks } from '../flows/machineWork/askedWork.ts';
import { addNodeTreeRoutes } from '../flows/nodeTree/routes.ts';
import { coverActions } from '../flows/permissions/routes.ts';
import { addAssetRoutes, replacedByAssets } from '../flows/platforms/assetRoutes.ts';
import { addPlatformRoutes } from '../flows/platforms/platformRoutes.ts';
import type { Services } from './services.ts';

/** Routes the flows below serve instead of the engine. */
export const replacedByAssetFlows: readonly string[] = [...replacedByAssets, ...replacedByFavorites];

/**
 * Registers the routes of assets, platforms, nodes, labels and favourites that go beyond reading and writing
 * rows.
 */
export const addAssetFlows = (ports: HttpPorts, services: Services): void => {
  const edition = { isEnterprise: services.licence.isValid };
  addPlatformRoutes(ports, edition);
  addAssetRoutes(ports, { ...coverActions, ...assetTasks(services) });
  addNodeTreeRoutes(ports, { ...typeTreeActions(edition), ...nodeTasks(services) });
  addGatewayTest(ports, services);
  addLabelRoutes(ports);
  addFavoriteRoutes(ports);
};
