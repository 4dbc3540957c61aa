import { SessionsPanel } from '../../resources/terminal/session/SessionsPanel.tsx';
import { CommandsPanel } from '../sessions/CommandsPanel.tsx';

/** Sessions on one asset. */
export const AssetSessionsTab = ({ id }: { id: string }) => (
  <SessionsPanel name="AssetSessions" params={{ asset_id: id }} />
);

/** Commands entered on one asset. */
export const AssetCommandsTab = ({ id }: { id: string }) => (
  <CommandsPanel name="AssetCommands" params={{ asset_id: id }} />
);
