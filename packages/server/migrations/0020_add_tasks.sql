-- Generated from the definitions.
CREATE TABLE "ops_celerytask" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"is_enabled" boolean NOT NULL,
	"is_periodic" boolean NOT NULL,
	"name" text NOT NULL
);

CREATE TABLE "ops_celerytaskexecution" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt" bigint NOT NULL,
	"date_published" timestamp (6) with time zone NOT NULL,
	"log_cut" bigint NOT NULL,
	"progress" bigint,
	"date_start" timestamp (6) with time zone,
	"date_finished" timestamp (6) with time zone,
	"creator" uuid,
	"name" text NOT NULL,
	"kwargs" jsonb NOT NULL,
	"state" text NOT NULL,
	"error" text NOT NULL,
	"created_by" text NOT NULL,
	"server" text NOT NULL,
	"log" text NOT NULL
);

CREATE TABLE "system_schedule" (
	"name" text PRIMARY KEY NOT NULL,
	"date_last" timestamp with time zone NOT NULL
);

CREATE TABLE "system_worker" (
	"name" text PRIMARY KEY NOT NULL,
	"date_seen" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE UNIQUE INDEX "ops_celerytask_name_uq" ON "ops_celerytask" USING btree ("name");
CREATE INDEX "ops_celerytask_is_periodic_name_ix" ON "ops_celerytask" USING btree ("is_periodic","name" collate "gatehouse_natural","id");
CREATE INDEX "ops_celerytaskexecution_name_date_published_ix" ON "ops_celerytaskexecution" USING btree ("name","date_published","id");
CREATE INDEX "ops_celerytaskexecution_state_date_published_ix" ON "ops_celerytaskexecution" USING btree ("state","date_published","id");
CREATE INDEX "ops_celerytaskexecution_creator_date_published_ix" ON "ops_celerytaskexecution" USING btree ("creator" NULLS FIRST,"date_published","id");
CREATE INDEX "ops_celerytaskexecution_date_published_ix" ON "ops_celerytaskexecution" USING btree ("date_published","id");
-- By hand: the runs so far.
INSERT INTO "ops_celerytaskexecution" ("id", "name", "kwargs", "state", "attempt", "progress", "log", "log_cut", "error", "created_by", "date_published", "date_start", "date_finished", "server")
SELECT "id", "name", "payload", "state", "attempt", "progress", "log", 0, "error", "created_by", "date_created", "date_started", "date_finished", '' FROM "system_job" ON CONFLICT DO NOTHING;
