-- By hand: what waits for a storage, or is in one, is found without reading what is not.
CREATE INDEX "terminal_command_waiting_ix" ON "terminal_command" ("storage", "timestamp", "id") WHERE "storage" IS NOT NULL;
CREATE INDEX "terminal_session_replay_storage_ix" ON "terminal_session" ("replay_storage") WHERE "replay_storage" IS NOT NULL;
