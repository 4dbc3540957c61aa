-- Generated from the definitions.
CREATE TABLE "system_job" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"progress" integer,
	"log" text DEFAULT '' NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"created_by" text DEFAULT '' NOT NULL,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_started" timestamp with time zone,
	"date_finished" timestamp with time zone
);

CREATE INDEX "system_job_name_ix" ON "system_job" USING btree ("name","date_created");
