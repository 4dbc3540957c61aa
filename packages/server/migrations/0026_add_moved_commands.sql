-- Generated from the definitions.
ALTER TABLE "terminal_command" ADD COLUMN "storage" uuid;
ALTER TABLE "terminal_session" ADD COLUMN "commands_moved" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "terminal_session" ADD COLUMN "risk_moved" bigint;
