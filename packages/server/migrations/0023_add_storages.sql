-- Generated from the definitions.
CREATE TABLE "terminal_commandstorage" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"is_default" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_failed" timestamp (6) with time zone,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"meta" jsonb NOT NULL,
	"secrets" jsonb NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "terminal_replaystorage" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"is_default" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_failed" timestamp (6) with time zone,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"meta" jsonb NOT NULL,
	"secrets" jsonb NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "terminal_replaymove" (
	"session" uuid PRIMARY KEY NOT NULL,
	"target" uuid,
	"date_queued" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"date_due" timestamp with time zone DEFAULT now() NOT NULL,
	"error" text DEFAULT '' NOT NULL
);

CREATE UNIQUE INDEX "terminal_commandstorage_name_uq" ON "terminal_commandstorage" USING btree ("name");
CREATE INDEX "terminal_commandstorage_name_ix" ON "terminal_commandstorage" USING btree ("name" collate "gatehouse_natural","id");
CREATE INDEX "terminal_commandstorage_search_trgm" ON "terminal_commandstorage" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "terminal_replaystorage_name_uq" ON "terminal_replaystorage" USING btree ("name");
CREATE INDEX "terminal_replaystorage_name_ix" ON "terminal_replaystorage" USING btree ("name" collate "gatehouse_natural","id");
CREATE INDEX "terminal_replaystorage_search_trgm" ON "terminal_replaystorage" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "terminal_replaymove_due_ix" ON "terminal_replaymove" USING btree ("date_due");
ALTER TABLE "terminal_session" ADD COLUMN "replay_storage" uuid;
-- By hand: the storages that exist from the start; names that components already use stay as they are.
INSERT INTO "terminal_replaystorage" ("id", "name", "type", "meta", "secrets", "is_default", "comment") VALUES
  ('00000000-0000-0000-0000-000000000001', 'default', 'server', '{}', '{}', true, ''),
  ('00000000-0000-0000-0000-000000000002', 'null', 'null', '{}', '{}', false, '');
INSERT INTO "terminal_commandstorage" ("id", "name", "type", "meta", "secrets", "is_default", "comment") VALUES
  ('00000000-0000-0000-0000-000000000001', 'default', 'server', '{}', '{}', true, ''),
  ('00000000-0000-0000-0000-000000000002', 'null', 'null', '{}', '{}', false, '');
